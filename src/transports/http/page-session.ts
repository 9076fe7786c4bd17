import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Host } from '../../host/create-host.ts';

type PageSession = ReturnType<Host['pageAccess']['list']>[number];

export const KEY_HEADER = 'x-toolgate-key';
const COOKIE_S = 30 * 86_400;

/** Cookies ignore ports: each host has its own, so that two on one machine do not sign each other out. */
const cookieName = (address: string): string => `toolgate_${new URL(address).port}`;

/** No script reads it, and no other site sends it. */
export const sessionCookie = (address: string, secret: string): string =>
  `${cookieName(address)}=${secret}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${COOKIE_S}`;

/**
 * What the page sends beside the cookie. A browser sends a cookie to every port of this machine, to a server that an
 * agent started as well; the key stays in the page's own origin, so the cookie alone opens nothing.
 */
export const sessionKey = ({ stateKey }: Pick<Host, 'stateKey'>, { id }: PageSession): string =>
  createHmac('sha256', stateKey).update(`page ${id}`).digest('base64url');

/** The session behind the cookie, if there is one. Any server of this machine can set another of that name, which hides none. */
export function sessionOf(
  { pageAccess }: Pick<Host, 'pageAccess'>,
  { headers }: IncomingMessage,
  address: string,
): PageSession | undefined {
  const start = `${cookieName(address)}=`;
  for (const cookie of headers.cookie?.split(/; */) ?? []) {
    const session = cookie.startsWith(start) ? pageAccess.verify(cookie.slice(start.length)) : undefined;
    if (session) return session;
  }
  return undefined;
}

/** The person at the page who sends this, if it is one: the cookie and the key together. */
export function personAt(
  host: Pick<Host, 'stateKey' | 'pageAccess'>,
  request: IncomingMessage,
  address: string,
): PageSession | 'no key' | undefined {
  if (request.headers.authorization !== undefined) return undefined;
  const session = sessionOf(host, request, address);
  if (!session) return undefined;
  const given = Buffer.from(String(request.headers[KEY_HEADER] ?? ''));
  const expected = Buffer.from(sessionKey(host, session));
  return given.length === expected.length && timingSafeEqual(given, expected) ? session : 'no key';
}
