import { createPauses } from '../../core/timing/in-turns.ts';
import { AnswerTooLarge } from './failure.ts';

/** The last event of some providers repeats all of the answer. */
const MOST_EVENT_BYTES = 16_777_216;
/** Of an answer that comes at once, which is an error or a short list. */
const MOST_WHOLE_BYTES = 1_048_576;
/** What the SDK does with one piece cannot be interrupted, and a call's arguments are read anew with each event. */
const PIECE_BYTES = 4096;
const EVENTS = /^text\/event-stream\b/i;
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
    const isStream = response.ok && EVENTS.test(headers.get('content-type') ?? '');
    return new Response(ReadableStream.from(paced(response.body, isStream)), { status, statusText, headers });
  };

async function* paced(body: ReadableStream<Uint8Array>, isStream: boolean): AsyncGenerator<Uint8Array> {
  const pause = createPauses();
  const [count, most] = isStream ? [createEventCount(), MOST_EVENT_BYTES] : [createCount(), MOST_WHOLE_BYTES];
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      const piece = chunk.subarray(at, at + PIECE_BYTES);
      if (count(piece) > most) throw new AnswerTooLarge(`a piece of more than ${most / 1_048_576} MB`);
      yield piece;
      await pause();
    }
  }
}

function createCount(): (piece: Uint8Array) => number {
  let bytes = 0;
  return ({ length }) => (bytes += length);
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
