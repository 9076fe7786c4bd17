import type { Kept, Stream } from '../process.ts';
import { createKeptOutput } from './kept-output.ts';

export const STREAMS = ['stdout', 'stderr'] as const;

/** How much of its output is kept: of each stream, or of both together as far as it is shown in one answer. */
export type KeepLimits = { readonly keepBytes: number } | { readonly answerBytes: number };

/** Both streams of a program under their budget. */
export interface KeptStreams {
  add(stream: Stream, chunk: Buffer): void;
  /** Whether so much more can be kept without leaving anything out. */
  fits(stream: Stream, length: number): boolean;
  /** All of it, while nothing had to be left out. */
  whole(stream: Stream): Buffer;
  read(): Readonly<Record<Stream, Kept>>;
}

export function createKeptStreams(limits: KeepLimits): KeptStreams {
  const isShared = 'answerBytes' in limits;
  const most = isShared ? limits.answerBytes : limits.keepBytes;
  const kept = { stdout: createKeptOutput(most), stderr: createKeptOutput(most) };
  // What one of them does not need is for the other.
  const shareBeside = (other: Stream): number =>
    isShared ? Math.max(Math.floor(most / 2), most - kept[other].bytes) : most;
  return {
    add: (stream, chunk) => kept[stream].add(chunk),
    fits: (stream, length) =>
      length <= most - kept[stream].bytes - (isShared ? kept[otherOf(stream)].bytes : 0),
    whole: (stream) => kept[stream].whole(),
    read: () => ({
      stdout: kept.stdout.read(shareBeside('stderr')),
      stderr: kept.stderr.read(shareBeside('stdout')),
    }),
  };
}

const otherOf = (stream: Stream): Stream => (stream === 'stdout' ? 'stderr' : 'stdout');
