import { createPauses } from '../../core/timing/in-turns.ts';

import { AnswerTooLarge } from './failure.ts';

/** One event of a stream, or an answer that comes at once. The last event of some providers repeats all of the answer. */
const MOST_EVENT_BYTES = 16_777_216;
/** What the SDK does with one piece cannot be interrupted, and a call's arguments are read anew with each event. */
const PIECE_BYTES = 4096;
const NEW_LINE = 10;
const CARRIAGE_RETURN = 13;

/**
 * What a model service answers, handed on in small pieces with pauses between them, so that nobody else waits while the
 * SDK reads it; what the SDK would have to keep as one event has an end.
 */
export const pacedFetch =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    return new Response(ReadableStream.from(paced(response.body)), { status, statusText, headers });
  };

async function* paced(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pause = createPauses();
  const count = createEventCount();
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      const piece = chunk.subarray(at, at + PIECE_BYTES);
      if (count(piece) > MOST_EVENT_BYTES)
        throw new AnswerTooLarge(`a piece of more than ${MOST_EVENT_BYTES / 1_048_576} MB`);
      yield piece;
      await pause();
    }
  }
}

/** How long the event is that is being read; an empty line ends one. */
function createEventCount(): (piece: Uint8Array) => number {
  let bytes = 0;
  let isEmptyLine = true;
  return (piece) => {
    for (const byte of piece) {
      bytes++;
      if (byte === NEW_LINE) {
        if (isEmptyLine) bytes = 0;
        isEmptyLine = true;
      } else if (byte !== CARRIAGE_RETURN) isEmptyLine = false;
    }
    return bytes;
  };
}
