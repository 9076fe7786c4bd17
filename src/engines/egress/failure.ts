import { ToolError } from '../../core/errors.ts';

/** A URL as it may be shown: paths and queries carry the keys of webhooks and APIs, so they are left out. */
export function shown(text: string): string {
  const url = URL.parse(text);
  if (url === null) return 'The address';
  const rest = url.pathname + url.search + url.hash;
  return `${url.protocol}${url.host === '' ? '' : `//${url.host}`}${rest === '/' || rest === '' ? '' : '/…'}`;
}

export const blocked = (url: string, reason: string): ToolError =>
  new ToolError('BLOCKED_BY_POLICY', `${shown(url)} is refused: ${reason}`, {
    hint: 'Only the public internet is reached, and the origins that a person lists in egress.allowedOrigins.',
  });

export const tooLarge = (url: string, what: string, cause?: unknown): ToolError =>
  new ToolError('TOO_LARGE', `${shown(url)} answers with ${what}`, { cause });

/** The two ends a request can have before its own: its clock, and the caller. */
export interface Limits {
  readonly signal: AbortSignal;
  readonly clock: AbortSignal;
  readonly timeoutMs: number;
}

export function startLimits(timeoutMs: number, asked: AbortSignal | null | undefined): Limits {
  const clock = AbortSignal.timeout(timeoutMs);
  return { clock, timeoutMs, signal: asked ? AbortSignal.any([clock, asked]) : clock };
}

/** Whatever went wrong on the way to a URL, as the error that the call ends with. */
export function toEgressError(thrown: unknown, url: string, { signal, clock, timeoutMs }: Limits): ToolError {
  if (thrown instanceof ToolError) return thrown;
  if (clock.aborted && signal.reason === clock.reason)
    return new ToolError('TIMEOUT', `${shown(url)} took longer than ${timeoutMs} ms`, { cause: thrown });
  if (signal.aborted) return toStopError(signal.reason, url);
  const code = codeOf(thrown);
  if (code === 'HPE_HEADER_OVERFLOW') return tooLarge(url, 'headers beyond any measure', thrown);
  const reason = (thrown instanceof Error && thrown.message) || code || String(thrown);
  return new ToolError('UNAVAILABLE', `${shown(url)} failed: ${reason}`, { cause: thrown });
}

function toStopError(reason: unknown, url: string): ToolError {
  if (reason instanceof ToolError) return reason;
  if (reason instanceof Error && reason.name === 'TimeoutError')
    return new ToolError('TIMEOUT', `The time for ${shown(url)} is over`, { cause: reason });
  return new ToolError('CANCELLED', `The request to ${shown(url)} was cancelled`, { cause: reason });
}

export const codeOf = (thrown: unknown): string | undefined =>
  thrown instanceof Error && 'code' in thrown ? String(thrown.code) : undefined;
