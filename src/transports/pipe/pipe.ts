import { UsageError } from '../../core/errors.ts';
import type { Hello } from '../../core/hello.ts';
import { createLineReader, type LineEnds } from '../../core/lines.ts';
import { idOfLongLine } from '../../core/long-line.ts';
import { connectHost, type HostConnection } from './connect-host.ts';
import { createPending } from './pending.ts';

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
  let host: HostConnection | undefined;
  let isLeaving = false;

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
    process.stdin.pause();
    host = await connectHost({ dataDir, hostArgs, hello: resume ? { ...hello, resume } : hello });
    const { socket, rest, welcome } = host;
    maxBytes = welcome.lineBytes;
    const carryBack = createCarrier({
      maxBytes: Number.POSITIVE_INFINITY,
      onLine: pending.received,
      onTooLong: () => {},
      write: (lines) => process.stdout.write(lines),
    });
    socket.on('data', carryBack);
    socket.on('drain', () => process.stdin.resume());
    socket.on('error', () => {});
    socket.on('close', () => {
      if (!isLeaving) connect({ handshake: pending.handshake, pending: pending.unanswered }).catch(fail);
    });
    if (rest.length > 0) carryBack(rest);
    socket.resume();
    process.stdin.resume();
  };

  let maxBytes = Number.POSITIVE_INFINITY;
  const toHost = (lines: Buffer): void => {
    const isFlowing = host?.socket.writable ? host.socket.write(lines) : true;
    if (!isFlowing) process.stdin.pause();
  };
  const refuse = (ends: LineEnds): void =>
    void process.stdout.write(
      `{"jsonrpc":"2.0","id":${JSON.stringify(idOfLongLine(ends))},"error":{"code":-32600,"message":"Invalid Request: a line is at most ${maxBytes} bytes long"}}\n`,
    );

  await connect();
  const carry = createCarrier({ maxBytes, onLine: pending.sent, onTooLong: refuse, write: toHost });
  process.stdin.on('data', carry);
  process.stdin.on('end', leave);
  process.stdin.on('error', leave);
  process.stdout.on('error', leave);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, leave);
}

interface CarrierParts {
  readonly maxBytes: number;
  readonly onLine: (line: Buffer) => void;
  readonly onTooLong: (ends: LineEnds) => void;
  readonly write: (lines: Buffer) => void;
}

/**
 * Hands on what comes, the lines of one piece in one piece. Whole lines only: half of one, followed by the words of
 * the next host, would confuse the agent for good.
 */
function createCarrier({ maxBytes, onLine, onTooLong, write }: CarrierParts): (chunk: Buffer) => void {
  let ready: Buffer[] = [];
  const reader = createLineReader({
    maxBytes,
    onLine: (line) => {
      onLine(line);
      ready.push(line, NEWLINE);
    },
    onTooLong,
  });
  return (chunk) => {
    reader.push(chunk);
    if (ready.length === 0) return;
    write(Buffer.concat(ready));
    ready = [];
  };
}

function fail(error: unknown): never {
  process.stderr.write(`toolgate: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
}
