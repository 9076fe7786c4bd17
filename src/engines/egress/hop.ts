import { ToolError } from '../../core/errors.ts';
import { blocked, shown } from './failure.ts';

export interface EgressInit {
  readonly method?: string | undefined;
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly body?: string | Uint8Array | undefined;
  readonly signal?: AbortSignal | null | undefined;
  /** manual: a redirect is an answer like any other. */
  readonly redirect?: 'follow' | 'manual' | 'error' | undefined;
}

/** One request of a chain of redirects. */
export interface Hop {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | Uint8Array | undefined;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** These are ours to write: another Host or length would make one request two, or reach another site. */
const OURS =
  /^(host|connection|content-length|transfer-encoding|upgrade|te|trailer|keep-alive|expect|proxy-.*)$/;

/** What another origin may see; the rest may be a key, whatever it is called. */
const FOR_EVERYBODY = /^(accept|accept-.*|user-agent|content-.*|range|if-.*|cache-control|pragma)$/;

export function firstHop(url: string, init: EgressInit, userAgent: string): Hop {
  const method = (init.method ?? 'GET').toUpperCase();
  if (!METHODS.includes(method)) throw new ToolError('VALIDATION', `${method} is not a method of the web`);
  const headers = keep(parseHeaders(init.headers), (name) => !OURS.test(name));
  if (!headers.has('user-agent')) headers.set('user-agent', userAgent);
  if (!headers.has('accept')) headers.set('accept', '*/*');
  if (!headers.has('accept-encoding')) headers.set('accept-encoding', 'gzip, deflate, br, zstd');
  return { url, method, headers, body: init.body };
}

/** Where a redirect leads, and what goes there. */
export function nextHop(hop: Hop, status: number, location: string): Hop {
  const from = new URL(hop.url);
  const to = URL.parse(location, hop.url);
  if (to === null)
    throw new ToolError('UNAVAILABLE', `${shown(hop.url)} redirects to something that is not a URL`);
  if (from.protocol === 'https:' && to.protocol === 'http:')
    throw blocked(to.href, `${shown(hop.url)} redirects from https to http`);
  const becomesGet =
    (status === 303 && hop.method !== 'HEAD') ||
    ((status === 301 || status === 302) && hop.method === 'POST');
  const headers = keep(
    hop.headers,
    (name) =>
      (to.origin === from.origin || FOR_EVERYBODY.test(name)) && !(becomesGet && name.startsWith('content-')),
  );
  const sent = becomesGet ? { method: 'GET', body: undefined } : { method: hop.method, body: hop.body };
  return { ...sent, url: to.href, headers };
}

function parseHeaders(given: EgressInit['headers']): Headers {
  try {
    return new Headers(given);
  } catch (cause) {
    // The reason would repeat the value, which may be a key.
    throw new ToolError('VALIDATION', 'A header holds characters that headers must not hold', { cause });
  }
}

const keep = (headers: Headers, isKept: (name: string) => boolean): Headers =>
  new Headers([...headers].filter(([name]) => isKept(name)));
