import type { Stream } from '../../process/process.ts';
import type { Guard } from './guard-run.ts';

/** What a run prints, on its way to somebody who reads while it runs. */
export interface HeldOutput {
  add(stream: Stream, chunk: Buffer): void;
  /** Settles when everything that was added until now is handed on, or dropped. */
  settle(): Promise<void>;
}

type Pass = (stream: Stream, chunk: Buffer) => void;

/** Soon enough for people, and for a pattern that says that a server is ready. */
const SOON_MS = 50;
/** A look takes at most a twentieth of the time. */
const PAUSE_PER_LOOK = 20;
/** What comes faster than anybody looks loses its beginning, as it would in a log. */
const MOST_CHUNKS = 2_000;

/**
 * A run that may see no secret could read one that is saved while it runs, and print it at once. So nothing is handed on
 * before a look that began after it came has found that no such file was saved; from that file on all of it is dropped.
 */
export function holdOutput(guard: Guard | undefined, pass: Pass, onShown: () => void): HeldOutput {
  if (!guard?.endsTheRun) return { add: pass, settle: async () => {} };
  let waiting: (readonly [Stream, Buffer])[] = [];
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isDropped = false;
  let pauseMs = SOON_MS;

  const look = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    looking ??= lookOnce().finally(() => {
      looking = undefined;
      if (waiting.length > 0) timer ??= setTimeout(look, pauseMs).unref();
    });
    return looking;
  };
  const lookOnce = async (): Promise<void> => {
    const before = waiting;
    waiting = [];
    const startedAt = performance.now();
    try {
      await guard.look();
    } catch (error) {
      isDropped = true;
      waiting = [];
      const why = error instanceof Error ? error.message : String(error);
      pass('stderr', Buffer.from(`\n${why}. What it printed since then is withheld.\n`));
      onShown();
      return;
    }
    pauseMs = Math.max(SOON_MS, PAUSE_PER_LOOK * (performance.now() - startedAt));
    for (const [stream, chunk] of before) pass(stream, chunk);
  };
  return {
    add: (stream, chunk) => {
      if (isDropped) return;
      // The next piece comes into the same memory.
      waiting.push([stream, Buffer.from(chunk)]);
      if (waiting.length > MOST_CHUNKS) waiting.shift();
      if (looking === undefined) timer ??= setTimeout(look, pauseMs).unref();
    },
    settle: async () => {
      await looking;
      if (waiting.length > 0) await look();
    },
  };
}
