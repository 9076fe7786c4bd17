import { posix } from 'node:path';
import { signalName } from '../../process/child/spawn-program.ts';
import type { ChildEnd } from '../../process/child/start-child.ts';
import type { Stream } from '../../process/process.ts';
import type { RemoteChild } from '../../process/table/process-table.ts';
import type { Machine } from '../machines.ts';
import { typeOf } from '../sftp/attributes.ts';
import { OPEN, type Sftp } from '../sftp/sftp.ts';
import { isMissing } from '../sftp/sftp-error.ts';
import { runScript } from '../shell/run-script.ts';
import { JOBS, lookScript, stopScript } from './job-script.ts';

const FIRST_POLL_MS = 250;
const LONGEST_POLL_MS = 2000;
const LONGEST_PAUSE_MS = 30_000;
const LOOK_SECONDS = 30;
/** A machine that cannot be reached now keeps nobody waiting for longer. */
const CATCH_UP_MS = 5000;

interface Job {
  readonly machine: Machine;
  readonly id: string;
  readonly pid: number;
  readonly onData: (stream: Stream, piece: Buffer) => void;
}

/** Follows a job on another machine as if it were a process of this one; it goes on when we leave. */
export function attachJob({ machine, id, pid, onData }: Job): RemoteChild {
  const over = new AbortController();
  const follower = new Follower(machine, id, onData, over.signal);
  const ended = follower.untilEnd();
  return {
    // No process of this machine has that start time: nothing here is ever taken for it.
    root: { pid, startTicks: -1, marker: `remote.${id}`, outputs: [], isSandboxed: false },
    input: null,
    ended,
    caughtUp: follower.caughtUp,
    release: () => over.abort(),
    end: async (graceMs) => {
      const tenths = Math.round(graceMs / 100);
      const { stdout } = await runScript(machine, stopScript(id, tenths), {
        signal: AbortSignal.timeout(LOOK_SECONDS * 1000),
      });
      const isGone = stdout.toString('utf8').includes('stopped');
      if (isGone) follower.noteStopped();
      return isGone;
    },
  };
}

class Follower {
  private readonly machine: Machine;
  private readonly id: string;
  private readonly onData: Job['onData'];
  private readonly signal: AbortSignal;
  private readonly seen: Record<Stream, number> = { stdout: 0, stderr: 0 };
  private readonly stopped = Promise.withResolvers<void>();
  private isStopped = false;
  private readonly looked = Promise.withResolvers<void>();

  constructor(machine: Machine, id: string, onData: Job['onData'], signal: AbortSignal) {
    this.machine = machine;
    this.id = id;
    this.onData = onData;
    this.signal = signal;
    setTimeout(this.looked.resolve, CATCH_UP_MS).unref();
  }

  /** Settles when what it printed so far is here, or cannot be had for now. */
  get caughtUp(): Promise<void> {
    return this.looked.promise;
  }

  noteStopped(): void {
    this.isStopped = true;
    this.stopped.resolve();
  }

  /** A connection that is lost says nothing of the job: it is made again, for as long as it takes. */
  async untilEnd(): Promise<ChildEnd> {
    let pauseMs = FIRST_POLL_MS;
    let failures = 0;
    while (!this.signal.aborted) {
      try {
        const end = await this.look();
        if (end) return end;
        failures = 0;
        pauseMs = Math.min(pauseMs * 1.3, LONGEST_POLL_MS);
      } catch {
        failures++;
        pauseMs = Math.min(1000 * 2 ** failures, LONGEST_PAUSE_MS);
      } finally {
        this.looked.resolve();
      }
      await this.pause(pauseMs);
    }
    // Nobody follows it any more, and nobody waits for this.
    return new Promise(() => {});
  }

  private async look(): Promise<ChildEnd | undefined> {
    const wasStopped = this.isStopped;
    const { stdout } = await runScript(this.machine, lookScript(this.id), {
      signal: this.signal,
      limitSeconds: LOOK_SECONDS,
    });
    const [state, code] = stdout.toString('utf8').trim().split(' ');
    // After the question: what it printed before it ended is there by now.
    await this.machine.pool
      .withSftp((sftp) => this.readOn(sftp), this.signal)
      .catch((error: unknown) => {
        // Its directory was taken away: there is nothing left to follow.
        if (state !== 'gone' || !isMissing(error)) throw error;
      });
    if (state === 'running') return undefined;
    await this.clear();
    if (state === 'ended' && !wasStopped) return endOf(Number(code));
    return { exitCode: null, signal: wasStopped ? 'SIGTERM' : null, leftovers: 0 };
  }

  private async readOn(sftp: Sftp): Promise<void> {
    this.machine.home ??= await sftp.realPath('.');
    const { home } = this.machine;
    for (const [stream, file] of [
      ['stdout', 'out'],
      ['stderr', 'err'],
    ] as const) {
      const path = posix.join(home, JOBS, this.id, file);
      const found = await sftp.stat(path);
      // To open a pipe that was put there would hold up all other files of the machine.
      if (typeOf(found) !== 'file' || (found.size ?? 0) <= this.seen[stream]) continue;
      const handle = await sftp.openFile(path, OPEN.READ);
      for (;;) {
        const piece = await sftp.read(handle, this.seen[stream], sftp.readPiece);
        if (piece === undefined || piece.length === 0) break;
        this.seen[stream] += piece.length;
        this.onData(stream, piece);
      }
      await sftp.close(handle);
    }
  }

  /** All of it is here now. */
  private async clear(): Promise<void> {
    await runScript(this.machine, `rm -rf "$HOME/${JOBS}/${this.id}"`, { signal: this.signal }).catch(
      () => {},
    );
  }

  private pause(ms: number): Promise<unknown> {
    return Promise.race([
      new Promise((resolve) => setTimeout(resolve, ms).unref()),
      ...(this.isStopped ? [] : [this.stopped.promise]),
    ]);
  }
}

function endOf(code: number): ChildEnd {
  const isSignal = code > 128 && code < 160;
  return isSignal
    ? { exitCode: null, signal: signalName(code - 128), leftovers: 0 }
    : { exitCode: code, signal: null, leftovers: 0 };
}
