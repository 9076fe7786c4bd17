import type { Writable } from 'node:stream';
import type { Child } from '../../process/child/start-child.ts';
import type { Stream } from '../../process/process.ts';

/** One channel of a connection: a program on the other machine, and our ends of its streams. */
export interface Channel {
  readonly stdin: Writable;
  /** Settles when it is over, however that came about. */
  readonly ended: Child['ended'];
  /** Never settles well: rejects with why the channel could not be opened, or broke. */
  readonly failed: Promise<never>;
  /** What ssh itself said, where it comes in a stream that others write to as well. */
  noteComplaint(piece: Buffer): void;
  end(): void;
}

export type ChannelKind = 'shell' | 'sftp';

export type OpenChannel = (
  kind: ChannelKind,
  onData: (stream: Stream, piece: Buffer) => void,
) => Promise<Channel>;

/** The server allows no more of them on this connection. */
export class NoMoreSessions extends Error {
  override readonly name = 'NoMoreSessions';
}

/** The account has no shell for commands: some are for files alone. */
export class NoShell extends Error {
  override readonly name = 'NoShell';
}

const LONGEST_COMPLAINT = 2000;

export function channelOf(child: Child, failure: (complaint: string) => Error): Channel {
  const stdin = child.input?.stream;
  if (!stdin) throw new Error('A channel needs a pipe to write to');
  let complaint = '';
  const failed = child.ended.then(() => {
    throw /open refused|open failed|administratively/i.test(complaint)
      ? new NoMoreSessions(complaint.trim())
      : failure(complaint.trim());
  });
  // Waiting callers hear of it.
  failed.catch(() => {});
  return {
    stdin,
    ended: child.ended,
    failed,
    noteComplaint: (piece) => {
      complaint = `${complaint}${piece.toString('utf8')}`.slice(-LONGEST_COMPLAINT);
    },
    end: () => {
      stdin.end();
      void child.end(0);
    },
  };
}
