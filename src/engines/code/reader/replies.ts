import type { Reply } from './messages.ts';

/** Matches what comes back, line by line, with what was asked. */
export function createReplies() {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let parts: Buffer[] = [];
  let count = 0;
  const take = (line: string): void => {
    const { id, result, error } = JSON.parse(line) as Reply; // Sound: the process is ours.
    const entry = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) entry?.resolve(result);
    else entry?.reject(new Error(error));
  };
  return {
    expect: (): { id: number; answer: Promise<unknown> } => {
      const entry = Promise.withResolvers<unknown>();
      // After a timeout nobody waits any more, and nobody handles a late failure.
      entry.promise.catch(() => {});
      waiting.set(++count, entry);
      return { id: count, answer: entry.promise };
    },
    /** The chunk is copied where it is kept. */
    add: (chunk: Buffer): void => {
      let start = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
        take(Buffer.concat([...parts, chunk.subarray(start, end)]).toString());
        parts = [];
        start = end + 1;
      }
      if (start < chunk.length) parts.push(Buffer.from(chunk.subarray(start)));
    },
    fail: (error: Error): void => {
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    },
  };
}
