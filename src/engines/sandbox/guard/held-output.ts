import { inSharedTurns } from '../../../core/timing/shared-turns.ts';
import type { Stream } from '../../process/process.ts';
import type { Guard } from './guard-run.ts';

/** What a run prints, on its way to somebody who reads while it runs. */
export interface HeldOutput {
  add(stream: Stream, chunk: Buffer): void;
  /** Settles when everything that was added until now is handed on, or dropped. */
  settle(): Promise<void>;
}

type Pass = (stream: Stream, chunk: Buffer) => void;
/** What a stream brought. */
export type Piece = readonly [Stream, Buffer];

/** Soon enough for people, and for a pattern that says that a server is ready. */
const SOON_MS = 50;
/** A look takes at most a twentieth of the time. */
const PAUSE_PER_LOOK = 20;
/** What comes faster than it is handed on loses its beginning, as it would in a log. */
const MOST_BYTES = 4_194_304;
/** What a chunk takes beside its bytes. */
const PER_CHUNK = 200;
/** Short lines take some milliseconds. */
const STEP_BYTES = 16_384;

/**
 * Hands on what a run prints, a little per turn: one that prints fast must not hold up the host. A run that may see no
 * secret could read one that is saved while it runs, and print it at once. So nothing of it is handed on before a look
 * that began after it came has found that no such file was saved; from that file on all of it is dropped. Nothing is
 * handed on before `from`, when somebody can take it.
 */
export function holdOutput(
  guard: Guard | undefined,
  pass: Pass,
  onShown: () => void,
  from?: Promise<unknown>,
): HeldOutput {
  const watching = guard?.endsTheRun ? guard : undefined;
  let waiting = createBacklog();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isDropped = false;
  let pauseMs = watching ? SOON_MS : 0;

  const look = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    looking ??= lookOnce().finally(() => {
      looking = undefined;
      if (!waiting.isEmpty) timer ??= setTimeout(look, pauseMs).unref();
    });
    return looking;
  };
  const lookOnce = async (): Promise<void> => {
    await from;
    const before = waiting;
    waiting = createBacklog();
    const startedAt = performance.now();
    try {
      await watching?.look();
    } catch (error) {
      isDropped = true;
      waiting = createBacklog();
      const why = error instanceof Error ? error.message : String(error);
      pass('stderr', Buffer.from(`\n${why}. What it printed since then is withheld.\n`));
      onShown();
      return;
    }
    if (watching) pauseMs = Math.max(SOON_MS, PAUSE_PER_LOOK * (performance.now() - startedAt));
    await inSharedTurns(handingOn(before.pieces(), pass));
  };
  return {
    add: (stream, chunk) => {
      if (isDropped) return;
      waiting.add(stream, chunk);
      if (looking === undefined) timer ??= setTimeout(look, pauseMs).unref();
    },
    settle: async () => {
      await looking;
      if (!waiting.isEmpty) await look();
    },
  };
}

export const leftOut = (bytes: number): string =>
  `\n[... ${bytes} bytes left out: they came faster than they could be read ...]\n`;

/** A little per step. */
export function* handingOn(pieces: readonly Piece[], pass: Pass): Generator<void> {
  for (const [stream, chunk] of pieces)
    for (let at = 0; at < chunk.length; at += STEP_BYTES) {
      pass(stream, chunk.subarray(at, at + STEP_BYTES));
      yield;
    }
}

/** The latest of what was added, and how much was lost before it. */
function createBacklog() {
  let pieces: Piece[] = [];
  let bytes = 0;
  const lost = { stdout: 0, stderr: 0 };
  // Half of it at a time, so that few lines are cut.
  const dropOldest = (): void => {
    let dropped = 0;
    for (; bytes > MOST_BYTES / 2; dropped++) {
      const [stream, chunk] = pieces[dropped] ?? [];
      if (stream === undefined || chunk === undefined) break;
      lost[stream] += chunk.length;
      bytes -= chunk.length + PER_CHUNK;
    }
    pieces = pieces.slice(dropped);
  };
  return {
    add: (stream: Stream, chunk: Buffer): void => {
      // The next piece comes into the same memory.
      pieces.push([stream, Buffer.from(chunk)]);
      bytes += chunk.length + PER_CHUNK;
      if (bytes > MOST_BYTES) dropOldest();
    },
    get isEmpty() {
      return pieces.length === 0;
    },
    pieces: (): readonly Piece[] => [
      ...(['stdout', 'stderr'] as const).flatMap((stream): Piece[] =>
        lost[stream] === 0 ? [] : [[stream, Buffer.from(leftOut(lost[stream]))]],
      ),
      ...pieces,
    ],
  };
}
