/** What a caller's trace is continued with, as W3C Trace Context writes it. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly isSampled: boolean;
  readonly traceState?: string;
}

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const LONGEST_STATE = 512;
const SAMPLED = 1;

/** The context in `traceparent` and `tracestate`; undefined where there is none, or none that is well-formed. */
export function traceContextIn(traceparent: unknown, tracestate?: unknown): TraceContext | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const [, traceId, spanId, flags, rest] = TRACEPARENT.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  // Only versions we do not know yet may have more parts.
  if (rest !== undefined && traceparent.startsWith('00')) return undefined;
  const isSampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED;
  return { traceId, spanId, isSampled, ...(isState(tracestate) && { traceState: tracestate }) };
}

const isState = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= LONGEST_STATE && /^[\x20-\x7e]+$/.test(value);
