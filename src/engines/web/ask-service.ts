import { setTimeout as sleep } from 'node:timers/promises';
import { ToolError } from '../../core/errors.ts';
import { VERSION } from '../../core/process/version.ts';
import { replaceText } from '../../core/text/find-text.ts';
import type { EgressAnswer } from '../egress/answer.ts';
import { createEgress } from '../egress/egress.ts';
import { shorten, toLine } from './plain-text.ts';

/** One request to a service that the user configured. */
export interface ServiceRequest {
  readonly url: string;
  readonly method?: 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ServiceLimits {
  readonly timeoutMs: number;
  readonly retries: number;
  readonly signal: AbortSignal;
  /** What must not come back in the words of an error. */
  readonly key: string;
}

/** Why a service gave no answer, in words for the result of the call. */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure';
  /** The service asked to be left alone for this long. */
  readonly pauseMs: number;

  constructor(message: string, pauseMs = 0) {
    super(message);
    this.pauseMs = pauseMs;
  }
}

const MAX_BYTES = 4_194_304;
const FIRST_WAIT_MS = 250;
const LONGEST_PAUSE_MS = 3_600_000;

/** The JSON a service answers with. It is asked again after 429 and 5xx as long as there is time. */
export async function askService(request: ServiceRequest, limits: ServiceLimits): Promise<unknown> {
  const { timeoutMs, retries, signal, key } = limits;
  const deadline = performance.now() + timeoutMs;
  for (let attempt = 0; ; attempt++) {
    const leftMs = Math.max(1, Math.ceil(deadline - performance.now()));
    const answer = await send(request, leftMs, signal);
    if (answer.status === 200) return parse(answer);
    const waitMs = retryAfterMs(answer.headers) ?? FIRST_WAIT_MS * 2 ** attempt;
    const canRetry = attempt < retries && isPassing(answer.status);
    if (!canRetry || performance.now() + waitMs >= deadline) throw failureOf(answer, key);
    await sleep(waitMs, undefined, { signal });
  }
}

async function send(
  { url, ...init }: ServiceRequest,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<EgressAnswer> {
  const egress = createEgress({
    // Exactly the configured origin: a redirect anywhere else would take the key or the query along.
    allowedOrigins: [new URL(url).origin],
    onlyAllowed: true,
    timeoutMs,
    maxBytes: MAX_BYTES,
    userAgent: `toolgate/${VERSION}`,
  });
  try {
    return await egress.request(url, { ...init, signal });
  } catch (error) {
    signal.throwIfAborted();
    throw new ServiceFailure(error instanceof ToolError ? error.message : String(error));
  }
}

function parse(answer: EgressAnswer): unknown {
  try {
    return answer.json();
  } catch {
    throw new ServiceFailure('its answer is not JSON');
  }
}

const isPassing = (status: number): boolean => status === 429 || status >= 500;

function failureOf(answer: EgressAnswer, key: string): ServiceFailure {
  const { status, headers } = answer;
  const words = wordsOf(answer);
  const safeWords = key === '' ? words : replaceText(words, key, '[REDACTED]');
  const isUsedUp = status === 429 || (status === 403 && headers.get('x-ratelimit-remaining') === '0');
  const pauseMs = isUsedUp ? Math.min(pauseOf(headers), LONGEST_PAUSE_MS) : 0;
  const meaning = isUsedUp ? 'it limits the rate of requests' : meaningOf(status, { hasKey: key !== '' });
  return new ServiceFailure(`${meaning} (${status}${safeWords === '' ? '' : `: ${safeWords}`})`, pauseMs);
}

function meaningOf(status: number, { hasKey }: { hasKey: boolean }): string {
  if (hasKey && (status === 401 || status === 403)) return 'it refuses the key';
  // 432 and 433 are Tavily's own: the limit of the plan, and of what is paid for.
  if ([402, 432, 433].includes(status)) return 'its quota is used up';
  if (status >= 500) return 'it failed';
  return status >= 300 && status < 400 ? 'it redirects' : 'it refuses the request';
}

/** The service's own explanation, wherever it puts it. */
function wordsOf(answer: EgressAnswer): string {
  const body = jsonOf(answer);
  const found = [body, ...['detail', 'error'].map((name) => fieldOf(body, name))]
    .flatMap((part) => ['detail', 'message', 'error', 'error_message'].map((name) => fieldOf(part, name)))
    .find((value) => typeof value === 'string');
  return shorten(toLine(String(found ?? '')), 160);
}

function jsonOf(answer: EgressAnswer): unknown {
  try {
    return answer.json();
  } catch {
    return undefined;
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  value !== null && typeof value === 'object' ? Reflect.get(value, name) : undefined;

function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  if (/^\d{1,6}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/** Retry-After, or GitHub's time of reset in seconds since 1970. */
function pauseOf(headers: Headers): number {
  const resetAt = Number(headers.get('x-ratelimit-reset')) * 1000 || 0;
  return retryAfterMs(headers) ?? Math.max(0, resetAt - Date.now());
}
