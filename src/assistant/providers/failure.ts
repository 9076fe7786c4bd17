import { APICallError, InvalidResponseDataError } from 'ai';
import { ToolError } from '../../core/errors.ts';
import { PROVIDER_FACTS } from './choose-provider.ts';

/** Why a model did not answer. */
export interface ProviderFailure {
  /** For a person: what happened and what to do. */
  readonly words: string;
  readonly isRetryable: boolean;
  /** How long the provider asks to wait. */
  readonly waitMs?: number;
  /** The conversation is longer than the model can read. */
  readonly isTooLong: boolean;
}

/** A stream that ended before the model said that it is done. */
export class BrokenStream extends Error {}

/** What a model answered is more than is read; `has` says of what. To ask again would bring the same. */
export class AnswerTooLarge extends Error {
  constructor(has: string) {
    super(`Its answer has ${has}, so it was stopped`);
  }
}

const TOO_LONG =
  /context.{0,20}(length|window|size)|too (long|many tokens)|maximum.{0,30}tokens|prompt is too/i;

export function toFailure(
  thrown: unknown,
  { title, model }: { title: string; model: string },
): ProviderFailure {
  const error = rootOf(thrown);
  const isTooLong = TOO_LONG.test(`${messageOf(error)} ${bodyOf(error)}`);
  if (error instanceof BrokenStream)
    return { words: `${title} broke off in the middle of its answer`, isRetryable: true, isTooLong: false };
  if (error instanceof AnswerTooLarge)
    return { words: `${title} failed: ${error.message}`, isRetryable: false, isTooLong: false };
  if (APICallError.isInstance(error)) {
    const { statusCode, isRetryable } = error;
    const waitMs = retryAfter(error.responseHeaders);
    return {
      words: statusWords(error, { title, model }),
      isRetryable: isRetryable || (statusCode !== undefined && statusCode >= 500),
      isTooLong: isTooLong && (statusCode === 400 || statusCode === 413),
      ...(waitMs !== undefined && { waitMs }),
    };
  }
  if (error instanceof ToolError) {
    const isRetryable = error.code === 'UNAVAILABLE' || error.code === 'TIMEOUT';
    return { words: `${title} cannot be reached: ${error.message}`, isRetryable, isTooLong: false };
  }
  return { words: `${title} failed: ${messageOf(error)}`, isRetryable: isOverload(error), isTooLong };
}

function statusWords(error: APICallError, { title, model }: { title: string; model: string }): string {
  const { statusCode } = error;
  const said = messageOf(error).slice(0, 300);
  const key = Object.values(PROVIDER_FACTS).find((facts) => facts.title === title)?.keys[0];
  switch (statusCode) {
    case 401:
    case 403:
      return `${title} refuses the key (${statusCode}: ${said}). Store another: toolgate secrets set ${key ?? 'ASSISTANT_API_KEY'}`;
    case 404:
      return `${title} does not know the model "${model}" (404: ${said}). Choose another with assistant.model`;
    case 429:
      return `${title} asks to slow down, or the account has no credit left (429: ${said})`;
    case undefined:
      return `${title} cannot be reached: ${said}`;
    default:
      return statusCode >= 500
        ? `${title} has a problem of its own (${statusCode}: ${said})`
        : `${title} refuses the request (${statusCode}: ${said})`;
  }
}

/** Seconds, milliseconds or a date, as providers write it. */
function retryAfter(headers: Record<string, string> | undefined): number | undefined {
  const ms = Number(headers?.['retry-after-ms']);
  if (ms > 0) return ms;
  const text = headers?.['retry-after'];
  if (text === undefined) return undefined;
  const wait = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** An error that a provider sends inside the stream, where no status can tell. */
const isOverload = (error: unknown): boolean =>
  /overloaded|rate.?limit|unavailable|internal|server_error|timeout/i.test(messageOf(error) + typeOf(error));

function rootOf(thrown: unknown): unknown {
  for (let at = thrown; at instanceof Error; at = at.cause) if (at instanceof AnswerTooLarge) return at;
  if (thrown instanceof Error && thrown.name === 'AI_RetryError' && 'lastError' in thrown)
    return thrown.lastError;
  if (InvalidResponseDataError.isInstance(thrown)) return new BrokenStream();
  const { cause } = thrown instanceof Error ? thrown : {};
  if (APICallError.isInstance(thrown)) {
    // The answer had begun well.
    if (thrown.statusCode !== undefined && thrown.statusCode < 300) return new BrokenStream();
    if (thrown.statusCode === undefined && cause instanceof ToolError) return cause;
  }
  return thrown;
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message);
  return typeof error === 'string' ? error : JSON.stringify(error);
}

const typeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'type' in error ? ` ${String(error.type)}` : '';

const bodyOf = (error: unknown): string =>
  APICallError.isInstance(error) ? (error.responseBody ?? '').slice(0, 2000) : '';
