import type { Readable, Writable } from 'node:stream';
import { type Hello, TOO_MANY_PENDING } from '../../core/address/hello.ts';
import { ERROR_CODES, UsageError } from '../../core/errors.ts';
import { createLineReader, endsOf, type LineEnds } from '../../core/text/lines.ts';
import { idOfLongLine } from '../../core/text/long-line.ts';
import { connectHost, type HostConnection } from './connect-host.ts';
import { holdWhileUnread } from './hold-while-unread.ts';
import { readStdin, type TakePiece } from './lent-reads.ts';
import { createPending, type Pending } from './pending.ts';

interface PipeOptions {
  readonly dataDir: string;
  readonly hostArgs: readonly string[];
  readonly hello: Hello;
}

const NEWLINE = Buffer.from('\n');
const LEAVE_LIMIT_MS = 1500;

/** Carries lines between an agent and the host, and connects again when the host goes away. */
export async function runPipe({ dataDir, hostArgs, hello }: PipeOptions): Promise<void> {
  const pending = createPending();
  let stdin: Readable | undefined;
  let host: HostConnection | undefined;
  let isLeaving = false;

  const hold = holdWhileUnread([() => host?.socket], process.stdout);

  const leave = (): void => {
    if (isLeaving) return;
    isLeaving = true;
    // The host ends what belongs to this agent and closes its side; it is not waited for longer than a client would.
    setTimeout(() => process.exit(0), LEAVE_LIMIT_MS).unref();
    if (!host) process.exit(0);
    // What stdout still holds would be lost.
    host.socket.once('close', () => process.stdout.write('', () => process.exit(0)));
    host.socket.end();
  };

  const connect = async (resume?: Hello['resume']): Promise<void> => {
    stdin?.pause();
    host = await connectHost({ dataDir, hostArgs, hello: resume ? { ...hello, resume } : hello });
    const { socket, read, welcome } = host;
    maxBytes = welcome.lineBytes;
    socket.on('drain', () => stdin?.resume());
    socket.on('error', () => {});
    socket.on('close', () => {
      if (!isLeaving) connect({ handshake: pending.handshake, pending: pending.unanswered }).catch(fail);
    });
    read(
      createCarrier({
        maxBytes: Number.POSITIVE_INFINITY,
        onLine: pending.received,
        onTooLong: () => {},
        write: (lines) => {
          const isKept = writeTo(process.stdout, lines);
          hold();
          return isKept;
        },
      }),
    );
    stdin?.resume();
  };

  let maxBytes = Number.POSITIVE_INFINITY;
  const toHost = (lines: Buffer): boolean => {
    // What nobody takes now is sent again to the next host.
    if (!host?.socket.writable) return false;
    const isKept = writeTo(host.socket, lines);
    if (host.socket.writableNeedDrain) stdin?.pause();
    return isKept;
  };
  const refuse = (ends: LineEnds): void =>
    void process.stdout.write(
      `{"jsonrpc":"2.0","id":${JSON.stringify(idOfLongLine(ends))},"error":{"code":-32600,"message":"Invalid Request: a line is at most ${maxBytes} bytes long"}}\n`,
    );

  await connect();
  const lines = linesOfAgent(pending);
  stdin = readStdin(createCarrier({ ...lines, maxBytes, onTooLong: refuse, write: toHost }));
  stdin.on('end', leave);
  stdin.on('error', leave);
  process.stdout.on('error', leave);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, leave);
}

/** More than the next host could be asked about go no further. */
const linesOfAgent = (pending: Pending): Pick<CarrierParts, 'onLine' | 'mayPass'> => ({
  onLine: (line) => {
    if (pending.sent(line)) return true;
    process.stdout.write(tooManyLine(line));
    return false;
  },
  mayPass: ({ length }) => pending.hasRoomFor(length),
});

const tooManyLine = (line: Buffer): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(idOfLongLine(endsOf(line)))},"error":{"code":${ERROR_CODES.RATE_LIMITED.jsonrpcCode},"message":${JSON.stringify(TOO_MANY_PENDING)}}}\n`;

/** True if the bytes still wait for the reader. */
function writeTo(stream: Writable, bytes: Buffer): boolean {
  stream.write(bytes);
  return stream.writableLength > 0;
}

interface CarrierParts {
  readonly maxBytes: number;
  /** False: it goes no further. */
  readonly onLine: (line: Buffer) => unknown;
  /** Whether a piece goes on as it is, before its lines are looked at. */
  readonly mayPass?: (piece: Buffer) => boolean;
  readonly onTooLong: (ends: LineEnds) => void;
  /** True if it keeps the bytes. */
  readonly write: (lines: Buffer) => boolean;
}

/**
 * Hands on what comes, the lines of one piece in one piece. Whole lines only: half of one, followed by the words of
 * the next host, would confuse the agent for good.
 */
function createCarrier({ maxBytes, onLine, mayPass, onTooLong, write }: CarrierParts): TakePiece {
  let ready: Buffer[] = [];
  let isWhole = false;
  const reader = createLineReader({
    maxBytes,
    onLine: (line) => {
      if (onLine(line) !== false && !isWhole) ready.push(line, NEWLINE);
    },
    onTooLong,
  });
  return (piece) => {
    const isLines = reader.isBetweenLines && piece.at(-1) === NEWLINE[0] && piece.length <= maxBytes;
    isWhole = isLines && mayPass?.(piece) !== false;
    // First, so that nobody waits while it is looked at what has to be remembered of it.
    const isKept = isWhole && write(piece);
    reader.push(piece);
    if (ready.length > 0) write(Buffer.concat(ready));
    ready = [];
    return isKept;
  };
}

function fail(error: unknown): never {
  process.stderr.write(`toolgate: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
}
