import { hash, randomBytes } from 'node:crypto';
import { type TraceContext, traceContextIn } from '../../core/address/trace-context.ts';
import type { Call, ParentCall } from '../../core/call/call.ts';
import type { Span } from '../../engines/telemetry/otlp.ts';
import type { Sampler } from '../../engines/telemetry/sampler.ts';
import { type CallWatcher, type Ending, toolOf } from './call-watcher.ts';

interface SpanParts {
  readonly sampler: Sampler;
  readonly add: (span: Span) => void;
  /** A client may call itself anything. */
  readonly redact: (text: string) => string;
}

interface OpenSpan extends TraceContext {
  readonly parentSpanId: string | undefined;
}

const REFUSALS = ['asked', 'passed', 'ok'];

/** A span for each call: what was called and what came of it, never with what. */
export function createCallSpans({ sampler, add, redact }: SpanParts): CallWatcher {
  const open = new Map<string, OpenSpan>();
  const begin = ({ request }: Call): OpenSpan => {
    const { parent, trace } = request;
    const outer = parent?.kind === 'call' ? open.get(parent.id) : undefined;
    const given = outer ?? traceContextIn(trace?.parent, trace?.state);
    const traceId = given?.traceId ?? traceIdFor(parent);
    return {
      traceId,
      spanId: randomBytes(8).toString('hex'),
      parentSpanId: given?.spanId,
      isSampled: sampler(traceId, given),
      ...(given?.traceState !== undefined && { traceState: given.traceState }),
    };
  };
  return {
    began: (call) => void open.set(call.id, begin(call)),
    ended: (call, ending) => {
      const { isSampled, ...span } = open.get(call.id) ?? begin(call);
      open.delete(call.id);
      if (isSampled) add({ ...span, ...describe(call, ending, redact) });
    },
  };
}

type Described = Pick<Span, 'name' | 'kind' | 'startMs' | 'endMs' | 'attributes' | 'error'>;

function describe(call: Call, { outcome, at }: Ending, redact: SpanParts['redact']): Described {
  const { id, request, facts, startedAt } = call;
  const { caller } = request;
  const tool = toolOf(call);
  const error = REFUSALS.includes(outcome) ? undefined : outcome;
  return {
    name: `tools/call ${tool}`,
    kind: request.parent ? 'internal' : 'server',
    startMs: performance.timeOrigin + startedAt,
    endMs: performance.timeOrigin + at,
    error,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
      'mcp.method.name': /^(stdio|http)$/.test(caller.transport) ? 'tools/call' : undefined,
      'error.type': error,
      'toolgate.call.id': id,
      'toolgate.pack': facts.tool?.pack,
      'toolgate.risk': facts.risk,
      'toolgate.decision': facts.decision?.verdict,
      'toolgate.approval.id': facts.decision?.approvalId,
      'toolgate.outcome': outcome,
      'toolgate.sandbox': facts.sandbox,
      'toolgate.transport': caller.transport,
      'toolgate.principal': caller.principal,
      'toolgate.client': redact(caller.client.name),
      'toolgate.parent.kind': request.parent?.kind,
      'toolgate.parent.id': request.parent?.id,
    },
  };
}

/** The steps of one run, and the calls of one turn, share a trace that follows from its id. */
const traceIdFor = (parent: ParentCall | undefined): string =>
  parent === undefined || parent.kind === 'call'
    ? randomBytes(16).toString('hex')
    : hash('sha256', `${parent.kind}:${parent.id}`).slice(0, 32);
