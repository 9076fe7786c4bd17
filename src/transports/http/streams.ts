import type { ServerResponse } from 'node:http';
import type { Host } from '../../host/create-host.ts';

/** The answers that are being written, by who gets them: a revoked token's end at once. */
export interface Streams {
  track(principal: string, response: ServerResponse): void;
}

export function createStreams(tokens: Pick<Host['tokens'], 'onRevoke'>): Streams {
  const open = new Map<string, Set<ServerResponse>>();
  tokens.onRevoke(({ name }) => {
    for (const response of open.get(`token:${name}`) ?? []) response.destroy();
  });
  return {
    track: (principal, response) => {
      const own = open.get(principal) ?? new Set();
      open.set(principal, own.add(response));
      response.once('close', () => {
        own.delete(response);
        if (own.size === 0) open.delete(principal);
      });
    },
  };
}
