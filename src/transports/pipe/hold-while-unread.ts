import type { Writable } from 'node:stream';

/** So many bytes may wait for a client that does not read: there are clients that send everything first. */
const MOST_UNREAD_BYTES = 33_554_432;

interface Held {
  pause(): void;
  resume(): void;
}

/**
 * To be called after writing to `answers`: no more is taken from `requests` until what waits there has been read.
 * Otherwise a client that asks and never listens would fill the memory.
 */
export function holdWhileUnread(
  requests: readonly (() => Held | undefined)[],
  answers: Writable,
): () => void {
  let isHeld = false;
  const goOn = (): void => {
    isHeld = false;
    for (const held of requests) held()?.resume();
  };
  return () => {
    if (isHeld || answers.writableLength < MOST_UNREAD_BYTES) return;
    isHeld = true;
    for (const held of requests) held()?.pause();
    answers.once('drain', goOn);
  };
}
