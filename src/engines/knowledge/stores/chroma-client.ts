import { ToolError } from '../../../core/errors.ts';
import { withoutEnd } from '../../../core/text/trim-end.ts';

/** Requests to one database of a Chroma server. */
export interface ChromaClient {
  get<T>(path: string, signal: AbortSignal): Promise<T | undefined>;
  post<T>(path: string, body: unknown, signal: AbortSignal): Promise<T>;
  remove(path: string, signal: AbortSignal): Promise<void>;
}

export interface ChromaPlace {
  readonly url: string;
  readonly tenant: string;
  readonly database: string;
  readonly token: string | undefined;
  readonly fetch: typeof globalThis.fetch;
}

export function createChromaClient({ url, tenant, database, token, fetch }: ChromaPlace): ChromaClient {
  const base = `${withoutEnd(url, '/')}/api/v2/tenants/${encodeURIComponent(tenant)}/databases/${encodeURIComponent(database)}`;
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { 'x-chroma-token': token }),
  };
  const send = async (
    method: string,
    path: string,
    body: unknown,
    signal: AbortSignal,
  ): Promise<Response> => {
    try {
      return await fetch(`${base}${path}`, {
        method,
        headers,
        signal,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    } catch (error) {
      signal.throwIfAborted();
      throw unreachable(url, error);
    }
  };
  const ask = async <T>(
    method: string,
    path: string,
    body: unknown,
    signal: AbortSignal,
  ): Promise<T | undefined> => {
    const response = await send(method, path, body, signal);
    const text = await response.text().catch((error: unknown) => {
      signal.throwIfAborted();
      throw unreachable(url, error);
    });
    if (response.status === 404) return undefined;
    if (!response.ok) throw refused(url, response.status, text);
    return parsed<T>(url, text);
  };
  return {
    get: (path, signal) => ask('GET', path, undefined, signal),
    post: async <T>(path: string, body: unknown, signal: AbortSignal): Promise<T> => {
      const answer = await ask<T>('POST', path, body, signal);
      if (answer === undefined) throw refused(url, 404, 'the collection is gone');
      return answer;
    },
    remove: async (path, signal) => {
      await ask('DELETE', path, undefined, signal);
    },
  };
}

function parsed<T>(url: string, text: string): T {
  try {
    // Sound: these are the answers of Chroma's published interface.
    return JSON.parse(text === '' ? '{}' : text) as T;
  } catch (cause) {
    throw new ToolError('UNAVAILABLE', `${url} does not answer like a Chroma server`, {
      cause,
      hint: 'Check knowledge.chromaUrl or CHROMA_URL.',
    });
  }
}

const unreachable = (url: string, cause: unknown): ToolError => {
  const isSlow = cause instanceof ToolError && cause.code === 'TIMEOUT';
  const why = cause instanceof Error ? cause.message : String(cause);
  return new ToolError(
    isSlow ? 'TIMEOUT' : 'UNAVAILABLE',
    `The Chroma server at ${url} ${isSlow ? 'took too long' : 'cannot be reached'}: ${why}`,
    {
      cause,
      hint: 'Start it (chroma run), or correct CHROMA_URL; knowledge.store "embedded" needs no server.',
    },
  );
};

function refused(url: string, status: number, text: string): ToolError {
  const [, message = text.slice(0, 300)] = /"message":"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  if (status === 401 || status === 403)
    return new ToolError('PERMISSION_DENIED', `The Chroma server at ${url} refuses the request (${status})`, {
      hint: 'Set CHROMA_TOKEN in the environment or with toolgate secrets.',
    });
  if (/dimension/.test(message)) return new ToolError('VALIDATION', `Chroma: ${message}`);
  return new ToolError('UNAVAILABLE', `The Chroma server at ${url} answered ${status}: ${message}`);
}
