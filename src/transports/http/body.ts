import type { IncomingMessage } from 'node:http';
import { createPlaces, ORDINARY_BYTES } from './large-bodies.ts';

export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

const largeBodies = createPlaces();

/**
 * Some clients send a body in many little pieces. Each takes memory and time, whatever is in it: so many may be little,
 * where all of a long body is, nobody means it.
 */
const isCrumbled = (pieces: number, size: number): boolean =>
  pieces > MOST_LITTLE_PIECES && size < pieces * LITTLE_BYTES;
const MOST_LITTLE_PIECES = 16_384;
const LITTLE_BYTES = 64;

/** The whole body; the limit counts while it arrives, since Content-Length is only a claim. */
export function readBody(request: IncomingMessage, maxBytes: number, principal = ''): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.reject(new BodyTooLarge());
  const parts: Buffer[] = [];
  let size = 0;
  let leave: (() => void) | undefined;
  const whole = new Promise<Buffer>((resolve, reject) => {
    // Not `for await`: leaving such a loop early destroys the request, and with it the answer.
    const onData = (part: Buffer): void => {
      size += part.length;
      parts.push(part);
      if (size > maxBytes) {
        request.off('data', onData);
        parts.length = 0;
        reject(new BodyTooLarge());
      } else if (isCrumbled(parts.length, size)) {
        request.off('data', onData);
        parts.length = 0;
        // Not read to its end, as for an answer: that is what costs.
        request.destroy();
      } else if (size > ORDINARY_BYTES && !leave) {
        request.pause();
        leave = largeBodies.enter(principal, () => request.resume());
      }
    };
    request.on('data', onData);
    request.once('end', () => resolve(Buffer.concat(parts)));
    request.once('error', reject);
    request.once('close', () => reject(new Error('The client went away')));
  });
  return whole.finally(() => leave?.());
}

const DRAIN_BYTES = 67_108_864;
const DRAIN_MS = 2000;

/** Reads on for a while: a client that is still sending would otherwise lose the answer to a broken pipe. */
export function drain(request: IncomingMessage): void {
  let left = DRAIN_BYTES;
  const stop = () => request.destroy();
  const timer = setTimeout(stop, DRAIN_MS);
  request.on('data', (part: Buffer) => {
    left -= part.length;
    if (left < 0) stop();
  });
  request.once('end', () => clearTimeout(timer));
  request.once('close', () => clearTimeout(timer));
  request.resume();
}
