import type { IncomingMessage } from 'node:http';
import type { Config } from '../../core/config.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export type Guard = (request: IncomingMessage) => string | undefined;

/**
 * Says what is wrong with where a request claims to go and come from. A web page can make a browser call
 * a local port under its own host name (DNS rebinding); only these two headers give it away.
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
  return ({ headers }) => {
    const name = hostName(headers.host);
    if (name === undefined || !hosts.has(name))
      return `Host ${JSON.stringify(headers.host ?? '')} is not allowed`;
    const origin = headers.origin?.toLowerCase();
    if (origin !== undefined && !origins.has(origin))
      return `Origin ${JSON.stringify(headers.origin)} is not allowed`;
    return undefined;
  };
}

export const isLoopback = (host: string): boolean =>
  LOOPBACK.includes(bracketed(host)) || /^127(\.\d{1,3}){3}$/.test(host);

const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::';

const bracketed = (host: string): string =>
  host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;

/** The name without the port; undefined where the header is not a host at all. */
const hostName = (header: string | undefined): string | undefined =>
  /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/.exec(header?.toLowerCase() ?? '')?.[1];
