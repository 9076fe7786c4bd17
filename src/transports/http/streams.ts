import type { ServerResponse } from 'node:http';
import type { Host } from '../../host/create-host.ts';

/** The answers that are being written, by who gets them: a revoked token's end at once, and those of a browser that was signed out. */
export interface Streams {
  track(principal: string, response: ServerResponse): void;
}

export function createStreams({ tokens, pageAccess }: Pick<Host, 'tokens' | 'pageAccess'>): Streams {
  const open = new Map<string, Set<ServerResponse>>();
  const end = (principal: string): void => {
    for (const response of open.get(principal) ?? []) response.destroy();
  };
  tokens.onRevoke(({ name }) => end(`token:${name}`));
  pageAccess.onEnd(({ id }) => end(`page:${id}`));
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
