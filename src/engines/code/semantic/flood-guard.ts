/** What a server may say in one window; one that works hard stays far below it. */
const MOST_BYTES = 67_108_864;
const MOST_MESSAGES = 20_000;
const WINDOW_MS = 10_000;
/** Answers to its own questions that it has not read: it asks without listening. */
const MOST_UNREAD = 1_048_576;
/** All that it has not read, with the files it was told of. */
const MOST_WAITING = 134_217_728;

/** Counts what a server sends and leaves unread; the first sign of a flood is told once. */
export function createFloodGuard(onFlood: (why: string) => void) {
  let since = performance.now();
  let [bytes, messages, unread, waiting] = [0, 0, 0, 0];
  let isOver = false;
  const check = (isTooMuch: boolean, why: string): void => {
    if (!isTooMuch || isOver) return;
    isOver = true;
    onFlood(why);
  };
  return {
    received: (length: number): void => {
      if (performance.now() - since > WINDOW_MS) [since, bytes, messages] = [performance.now(), 0, 0];
      bytes += length;
      check(bytes > MOST_BYTES, 'it sent too much');
    },
    message: (): void => {
      messages++;
      check(messages > MOST_MESSAGES, 'it sent too many messages');
    },
    /** Something is on its way to the server; the answer is called when it has arrived. */
    sent: (length: number, { isAnswer }: { readonly isAnswer: boolean }): (() => void) => {
      waiting += length;
      if (isAnswer) unread += length;
      check(unread > MOST_UNREAD || waiting > MOST_WAITING, 'it does not read what it is sent');
      return () => {
        waiting -= length;
        if (isAnswer) unread -= length;
      };
    },
  };
}
