import { randomBytes } from 'node:crypto';
import type { Stream } from '../../process/process.ts';
import { type Channel, NoShell, type OpenChannel } from '../connect/channel.ts';
import { createFrameCutter } from './cut-frames.ts';
import { quote } from './quote.ts';
import { type MachineFacts, readMachineFacts, workerScript } from './worker-script.ts';

export interface WorkerCommand {
  readonly script: string;
  readonly cwd: string;
  /** What it reads; default: nothing. */
  readonly stdin?: string | undefined;
  /** After this many seconds the other machine ends it by itself, even if nobody can tell it to. */
  readonly limitSeconds: number;
  readonly onOutput: (stream: Stream, piece: Buffer) => void;
}

export type WorkerEnd =
  | { readonly kind: 'no-directory' }
  /** What the other machine said of its end cannot be understood. */
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'done';
      readonly status: number;
      /** It was ended, and whether all of it is known to be gone. */
      readonly killed: 'no' | 'confirmed' | 'unconfirmed';
      /** It left processes running, which were ended. */
      readonly leftovers: boolean;
    };

export interface Running {
  /** Undefined where the connection was lost before it ended. */
  readonly ended: Promise<WorkerEnd | undefined>;
  /** Ends it and everything it started; force gives it no time to finish. */
  stop(options?: { readonly force?: boolean }): void;
}

const GRACE_TENTHS = 20;
const LONGEST_SAID = 300;
/** The longest argument of a program on Linux is 128 KB. */
const LONGEST_ARGUMENT = 100_000;

/** A shell on the other machine that runs one command after the other. */
export class Worker {
  readonly facts: MachineFacts;
  private readonly channel: Channel;
  private readonly cutters: Readonly<Record<Stream, ReturnType<typeof createFrameCutter>>>;
  private isLost = false;

  private constructor(channel: Channel, cutters: Worker['cutters'], facts: MachineFacts) {
    this.channel = channel;
    this.cutters = cutters;
    this.facts = facts;
    void channel.ended.then(() => {
      this.isLost = true;
    });
  }

  static async open(openChannel: OpenChannel): Promise<Worker> {
    const cutters = { stdout: createFrameCutter(), stderr: createFrameCutter() };
    const id = newId();
    const channel = await openChannel('shell', (stream, piece) => cutters[stream].feed(piece));
    let said = '';
    const hear = (piece: Buffer): void => {
      said = `${said}${piece.toString('utf8')}`.slice(0, LONGEST_SAID);
    };
    const greeted = Promise.all([
      new Promise<string>((resolve) => cutters.stdout.expect(id, hear, resolve)),
      new Promise<string>((resolve) =>
        cutters.stderr.expect(id, (piece) => channel.noteComplaint(piece), resolve),
      ),
    ]);
    channel.stdin.write(workerScript(id));
    const [line] = await Promise.race([greeted, channel.failed]).catch(async (error: unknown) => {
      const { exitCode } = await channel.ended;
      // ssh itself ends with 255, also where the connection broke.
      throw exitCode === 255 || exitCode === null ? error : new NoShell(said.trim());
    });
    return new Worker(channel, cutters, readMachineFacts(line));
  }

  /** It can take another command. What was left behind by an earlier one would be mixed into its output. */
  get isUsable(): boolean {
    return !this.isLost && this.cutters.stdout.strays === 0 && this.cutters.stderr.strays === 0;
  }

  get gone(): Promise<unknown> {
    return this.channel.ended;
  }

  run({ script, cwd, stdin, limitSeconds, onOutput }: WorkerCommand): Running {
    const id = newId();
    const marked = (stream: Stream) =>
      new Promise<string>((resolve) =>
        this.cutters[stream].expect(id, (piece) => onOutput(stream, piece), resolve),
      );
    const marks = Promise.all([marked('stdout'), marked('stderr')]);
    // What the command sees of its name must not tell it the mark that ends its output.
    const words = [id, cwd, String(limitSeconds), newId(), script, escaped(stdin ?? '')];
    const act = isLong(script) ? 'tg_long' : stdin === undefined ? 'tg_plain' : 'tg_feed';
    this.channel.stdin.write(`${act} ${words.map(quote).join(' ')}\n`);
    return {
      ended: Promise.race([marks.then(([line]) => endOf(line)), this.channel.ended.then(() => undefined)]),
      // Where the command has just ended, the shell itself reads this: an assignment does no harm.
      stop: ({ force = false } = {}) => void this.channel.stdin.write(`tg_x=${force ? 0 : GRACE_TENTHS}\n`),
    };
  }

  close(): void {
    this.channel.end();
  }
}

const newId = (): string => randomBytes(12).toString('hex');

const isLong = (script: string): boolean => Buffer.byteLength(script) > LONGEST_ARGUMENT;

/** As `printf %b` reads it: only this way can it hold a NUL. */
const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\0', '\\0000');

function endOf(line: string): WorkerEnd {
  const [kind, status, killed, leftovers] = line.split(' ');
  if (kind === 'cwd') return { kind: 'no-directory' };
  if (kind !== 'done' || status === undefined || !/^\d{1,3}$/.test(status)) return { kind: 'unknown' };
  return {
    kind: 'done',
    status: Number(status),
    killed: killed === '7' ? 'confirmed' : killed === '8' ? 'unconfirmed' : 'no',
    leftovers: leftovers !== '0',
  };
}
