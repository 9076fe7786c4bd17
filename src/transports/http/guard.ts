import type { IncomingMessage } from 'node:http';
import type { Config } from '../../core/config.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

interface Refusal {
  readonly status: 400 | 403;
  readonly message: string;
}

export type Guard = (request: IncomingMessage) => Refusal | undefined;

/**
 * Says what is wrong with where a request claims to go and come from. A web page can make a browser call
 * a local port under its own host name (DNS rebinding); only what is judged here gives it away.
 */
export function createGuard({ host, allowedHosts, allowedOrigins }: Config, port: number): Guard {
  const hosts = new Set(
    [...LOOPBACK, ...(isWildcard(host) ? [] : [bracketed(host)]), ...allowedHosts].map((name) =>
      name.toLowerCase(),
    ),
  );
  const origins = new Set([
    ...[...hosts].map((name) => `http://${name}:${port}`),
    ...allowedOrigins.map((origin) => origin.toLowerCase()),
  ]);
  const isOurs = (given: string | undefined): boolean => hosts.has(hostName(given) ?? '');
  return ({ headers, headersDistinct, url = '' }) => {
    // Node keeps the first of two, a proxy before us may have judged the other.
    if ((headersDistinct.host?.length ?? 0) > 1)
      return { status: 400, message: 'A request has exactly one Host header' };
    const target = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1];
    for (const host of target === undefined ? [headers.host] : [target, headers.host])
      if (!isOurs(host)) return notAllowed('Host', host);
    const { origin } = headers;
    return origin === undefined || origins.has(origin.toLowerCase())
      ? undefined
      : notAllowed('Origin', origin);
  };
}

const notAllowed = (header: string, value = ''): Refusal => ({
  status: 403,
  message: `${header} ${JSON.stringify(value)} is not allowed`,
});

export const isLoopback = (host: string): boolean =>
  LOOPBACK.includes(bracketed(host)) || /^127(\.\d{1,3}){3}$/.test(host);

const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::';

const bracketed = (host: string): string =>
  host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;

/** The name without the port; undefined where the header is not a host at all. */
const hostName = (header: string | undefined): string | undefined =>
  /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/.exec(header?.toLowerCase() ?? '')?.[1];
