import type { TraceContext } from '../../core/address/trace-context.ts';

/** Whether a span is sent: the caller's choice where the sampler follows it, else by trace. */
export type Sampler = (traceId: string, parent: TraceContext | undefined) => boolean;

const PARENT_BASED = 'parentbased_';

/** By the names of OTEL_TRACES_SAMPLER; one that is unknown stands for the default. */
export function createSampler(name: string, arg: string): Sampler {
  const isFollowing = name.startsWith(PARENT_BASED);
  const own = rootSampler(isFollowing ? name.slice(PARENT_BASED.length) : name, arg);
  if (!own) return (_traceId, parent) => parent?.isSampled ?? true;
  return (traceId, parent) => (isFollowing && parent ? parent.isSampled : own(traceId));
}

function rootSampler(name: string, arg: string): ((traceId: string) => boolean) | undefined {
  if (name === 'always_on') return () => true;
  if (name === 'always_off') return () => false;
  if (name !== 'traceidratio') return undefined;
  const ratio = Number(arg === '' ? 1 : arg);
  const limit = ratio >= 0 && ratio <= 1 ? ratio : 1;
  // The last seven bytes are the ones that must be random.
  return (traceId) => Number.parseInt(traceId.slice(-14), 16) / 2 ** 56 < limit;
}
