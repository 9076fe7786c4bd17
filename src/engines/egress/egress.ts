import { type EgressAnswer, type OpenAnswer, readAnswer, toResponse } from './answer.ts';
import { startLimits } from './failure.ts';
import { follow } from './follow.ts';
import { type EgressInit, firstHop } from './hop.ts';
import { parseTarget, type Reach, type Resolve, resolveBySystem } from './target.ts';

export interface EgressOptions {
  /** Reached though they may be private: origins that the user configured, as `URL.origin` writes them. */
  readonly allowedOrigins: readonly string[];
  /** Those and nothing else. */
  readonly onlyAllowed?: boolean;
  /** For all of a request, its redirects and its body. */
  readonly timeoutMs: number;
  /** For the name, and then for connection and headers, of each request in a chain of redirects. */
  readonly headerTimeoutMs?: number;
  /** Of the body, both packed and unpacked. */
  readonly maxBytes: number;
  readonly userAgent: string;
  readonly resolve?: Resolve;
}

/** The one way out: each request is checked, connected to what was checked, and bounded. */
export interface Egress {
  request(url: string, init?: EgressInit): Promise<EgressAnswer>;
  /** For libraries that take a fetch; the body streams, and a signal's reason is thrown as it is. */
  readonly fetch: typeof globalThis.fetch;
}

const HEADER_TIMEOUT_MS = 15_000;

export function createEgress(options: EgressOptions): Egress {
  const { allowedOrigins, onlyAllowed = false, resolve = resolveBySystem, timeoutMs, maxBytes } = options;
  const reach: Reach = { allowedOrigins, onlyAllowed, resolve };
  const headerTimeoutMs = Math.min(options.headerTimeoutMs ?? HEADER_TIMEOUT_MS, timeoutMs);
  const open = (url: string, init: EgressInit): Promise<OpenAnswer> => {
    const hop = firstHop(url, init, options.userAgent);
    const limits = startLimits(timeoutMs, init.signal);
    return follow(hop, init.redirect, { ...limits, reach, headerTimeoutMs, maxBytes });
  };
  return {
    request: async (url, init = {}) => readAnswer(await open(url, init)),
    fetch: async (input, init) => {
      const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
      // A Request has a URL that was mended already; what was written is judged where it is known.
      parseTarget(input instanceof Request ? input.url : String(input), reach);
      try {
        return toResponse(await open(...(await toInit(new Request(input, init), signal))));
      } catch (thrown) {
        throw signal?.aborted ? signal.reason : thrown;
      }
    },
  };
}

async function toInit(request: Request, signal: AbortSignal | undefined): Promise<[string, EgressInit]> {
  const { url, method, headers, redirect } = request;
  const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
  return [url, { method, headers, redirect, signal, body }];
}
