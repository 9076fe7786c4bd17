import type { ServerResponse } from 'node:http';

/** A reader that is this far behind reads no more; it comes back with Last-Event-ID. */
const MOST_UNREAD_BYTES = 4_194_304;

/**
 * Ends a stream of events that nobody reads. Its writer is told that all is well: one that waits, as the MCP SDK does,
 * keeps what comes meanwhile in a queue of its own, which nobody can measure.
 */
export function endUnread(response: ServerResponse): void {
  // Sound: every form of `write` takes its own arguments and answers with a boolean.
  const write = response.write.bind(response) as (...args: unknown[]) => boolean;
  response.write = (...args: unknown[]) => {
    write(...args);
    if (response.writableLength > MOST_UNREAD_BYTES) response.destroy();
    return true;
  };
}
