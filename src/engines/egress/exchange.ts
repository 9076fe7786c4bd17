import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { ToolError } from '../../core/errors.ts';
import { shown } from './failure.ts';
import type { Hop } from './hop.ts';
import type { Target } from './target.ts';

const MAX_HEADER_BYTES = 32_768;

interface ExchangeOptions {
  readonly headerTimeoutMs: number;
  readonly signal: AbortSignal;
}

/** One request on one connection of its own, to the addresses that were checked; answers once the headers are in. */
export function exchange(target: Target, hop: Hop, options: ExchangeOptions): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = openRequest(target, hop);
  const timer = setTimeout(() => request.destroy(headersLate(hop.url, options)), options.headerTimeoutMs);
  const onAbort = () => request.destroy();
  options.signal.addEventListener('abort', onAbort, { once: true });
  request.on('close', () => {
    clearTimeout(timer);
    options.signal.removeEventListener('abort', onAbort);
    // A server that switches protocols is left without an error or an answer.
    reject(new Error('the connection was closed'));
  });
  // It stays for errors after the answer, which reach the reader of the body too.
  request.on('error', reject);
  request.on('response', (response) => {
    clearTimeout(timer);
    response.on('error', () => {});
    resolve(response);
  });
  if (options.signal.aborted) onAbort();
  request.end(hop.body);
  return promise;
}

function openRequest({ url, addresses }: Target, { method, headers }: Hop): ClientRequest {
  return (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    // No pool: a connection is never used for a name it was not checked for. No proxy from the environment either.
    agent: false,
    method,
    headers: Object.fromEntries(headers),
    lookup: answerWith(addresses),
    maxHeaderSize: MAX_HEADER_BYTES,
    rejectUnauthorized: true,
  });
}

const answerWith =
  (addresses: readonly string[]): LookupFunction =>
  (_, options, callback) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first = { address: '', family: 0 }] = all;
    if (options.all) callback(null, all);
    else callback(null, first.address, first.family);
  };

const headersLate = (url: string, { headerTimeoutMs }: ExchangeOptions): ToolError =>
  new ToolError('TIMEOUT', `${shown(url)} did not answer within ${headerTimeoutMs} ms`);
