import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { refuseAddress, refuseUrl } from '../../core/address/url-policy.ts';
import { ToolError } from '../../core/errors.ts';
import { blocked, codeOf } from './failure.ts';

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** Which targets may be contacted. */
export interface Reach {
  readonly allowedOrigins: readonly string[];
  /** The allowed origins and nothing else, public or not. */
  readonly onlyAllowed: boolean;
  readonly resolve: Resolve;
}

/** A URL that was checked, and the addresses that were checked with it: a second lookup could answer otherwise. */
export interface Target {
  readonly url: URL;
  readonly addresses: readonly string[];
}

interface Patience {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export async function checkTarget(text: string, reach: Reach, patience: Patience): Promise<Target> {
  const url = parseTarget(text, reach);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return { url, addresses: [host] };
  const addresses = await resolveName(host, reach.resolve, patience);
  if (reach.allowedOrigins.includes(url.origin)) return { url, addresses };
  // One private address among public ones is enough: which of them is connected to is not ours to choose.
  const reason = addresses.map(refuseAddress).find((found) => found !== undefined);
  if (reason !== undefined) throw blocked(text, `it is the name of an address, and ${reason}`);
  return { url, addresses };
}

/** What the text alone tells. */
export function parseTarget(text: string, { allowedOrigins, onlyAllowed }: Reach): URL {
  const refused = refuseUrl(text, allowedOrigins);
  if (refused !== undefined) throw blocked(text, refused);
  const url = new URL(text);
  if (onlyAllowed && !allowedOrigins.includes(url.origin))
    throw blocked(text, 'only the configured origin may be contacted');
  return url;
}

export const resolveBySystem: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true, order: 'verbatim' })).map(({ address }) => address);

async function resolveName(host: string, resolve: Resolve, patience: Patience): Promise<readonly string[]> {
  const { signal, timeoutMs } = patience;
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const late = new ToolError('TIMEOUT', `The name ${host} was not resolved within ${timeoutMs} ms`);
  const timer = setTimeout(() => reject(late), timeoutMs);
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    // A lookup cannot be stopped; it can be left behind.
    const addresses = await Promise.race([resolve(host), stopped]);
    if (addresses.length === 0) throw new ToolError('UNAVAILABLE', `The name ${host} has no address`);
    return addresses;
  } catch (cause) {
    if (signal.aborted || cause instanceof ToolError) throw cause;
    throw new ToolError('UNAVAILABLE', `The name ${host} could not be resolved (${codeOf(cause)})`, {
      cause,
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
