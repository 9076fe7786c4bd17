import type { IncomingMessage } from 'node:http';
import { ToolError } from '../../core/errors.ts';
import { headersOf, type OpenAnswer } from './answer.ts';
import { readBody } from './body.ts';
import { exchange } from './exchange.ts';
import { blocked, type Limits, shown, toEgressError } from './failure.ts';
import { type EgressInit, type Hop, nextHop } from './hop.ts';
import { checkTarget, type Reach } from './target.ts';

export interface Bounds extends Limits {
  readonly reach: Reach;
  readonly headerTimeoutMs: number;
  readonly maxBytes: number;
}

const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

/** Sends a request and those its redirects ask for; each is checked as if it were the first. */
export async function follow(
  hop: Hop,
  redirect: EgressInit['redirect'],
  bounds: Bounds,
  redirectsLeft = MAX_REDIRECTS,
): Promise<OpenAnswer> {
  const response = await send(hop, bounds);
  const { statusCode: status = 0, headers } = response;
  if (!REDIRECTS.includes(status) || headers.location === undefined || redirect === 'manual')
    return openAnswer(response, hop.url, bounds);
  response.destroy();
  if (redirect === 'error') throw blocked(hop.url, 'it redirects, which was not asked for');
  if (redirectsLeft === 0)
    throw new ToolError('UNAVAILABLE', `${shown(hop.url)} redirects after ${MAX_REDIRECTS} redirects`);
  // Node reads headers as Latin-1; addresses in them are UTF-8.
  const location = Buffer.from(headers.location, 'latin1').toString();
  return follow(nextHop(hop, status, location), redirect, bounds, redirectsLeft - 1);
}

async function send(hop: Hop, bounds: Bounds): Promise<IncomingMessage> {
  const { reach, signal, headerTimeoutMs } = bounds;
  try {
    signal.throwIfAborted();
    const target = await checkTarget(hop.url, reach, { signal, timeoutMs: headerTimeoutMs });
    return await exchange(target, hop, { signal, headerTimeoutMs });
  } catch (thrown) {
    throw toEgressError(thrown, hop.url, bounds);
  }
}

const openAnswer = (response: IncomingMessage, hopUrl: string, bounds: Bounds): OpenAnswer => ({
  status: response.statusCode ?? 0,
  headers: headersOf(response),
  url: hopUrl.replace(/#.*$/s, ''),
  body: bodyOf(response, hopUrl, bounds),
  close: () => response.destroy(),
});

async function* bodyOf(response: IncomingMessage, url: string, bounds: Bounds): AsyncGenerator<Buffer> {
  try {
    yield* readBody(response, url, bounds.maxBytes);
  } catch (thrown) {
    throw toEgressError(thrown, url, bounds);
  } finally {
    response.destroy();
  }
}
