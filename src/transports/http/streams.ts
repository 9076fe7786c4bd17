import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Host } from '../../host/create-host.ts';
import type { Authentication } from './authenticate.ts';

type Reader = Pick<Extract<Authentication, { ok: true }>, 'caller' | 'validUntil'>;

/**
 * The answers that are being written, by who gets them. All of them end at once when a token is revoked or a browser is
 * signed out. Where the time of either is over, what listens ends; a call that was made in time is still answered.
 */
export interface Streams {
  track(reader: Reader, request: IncomingMessage, response: ServerResponse): void;
}

export function createStreams({ tokens, pageAccess }: Pick<Host, 'tokens' | 'pageAccess'>): Streams {
  const open = new Map<string, Set<ServerResponse>>();
  const end = (principal: string): void => {
    for (const response of open.get(principal) ?? []) response.destroy();
  };
  tokens.onRevoke(({ name }) => end(`token:${name}`));
  pageAccess.onEnd(({ id }) => end(`page:${id}`));
  return {
    track: ({ caller: { principal }, validUntil }, request, response) => {
      const own = open.get(principal) ?? new Set();
      open.set(principal, own.add(response));
      const stop = validUntil !== undefined && listens(request) ? endAt(validUntil, response) : undefined;
      response.once('close', () => {
        stop?.();
        own.delete(response);
        if (own.size === 0) open.delete(principal);
      });
    },
  };
}

/** A client of 2026-07-28 is refused if its header does not say what the body asks for. */
export const listens = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' || headers['mcp-method'] === 'subscriptions/listen';

/** Timers know no longer time. */
const LONGEST_MS = 2_147_483_647;

/** Answers how not to. */
function endAt(time: number, response: ServerResponse): () => void {
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    const left = time - Date.now();
    if (left <= 0) response.destroy();
    else timer = setTimeout(wait, Math.min(left, LONGEST_MS)).unref();
  };
  wait();
  return () => clearTimeout(timer);
}
