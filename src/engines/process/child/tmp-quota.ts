import { accessSync, constants, lstatSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { isGone, MOST_PATH_BYTES, onDisk } from '../../files/open/disk-names.ts';
import { allowedPart } from '../../sandbox/machine/session-tmp.ts';
import type { HeldFiles } from './held-files.ts';
import { inTurns, type Steps } from './in-turns.ts';
import { createBudget, eachEntry } from './look-budget.ts';

/** How much a session's /tmp may hold. */
export interface TmpLimits {
  readonly bytes: number;
  readonly files: number;
}

const MIB = 1_048_576;
/** Unless so much less is free than at the last look, nobody filled it. */
const WORTH_A_LOOK = { bytes: 32 * MIB, files: 5000 };
/** Others use the disk as well, and may free what this one takes: so now and then it is looked at anyway. */
const LOOKS_BETWEEN = 25;
const BLOCK = 512;
/** Less than this, and soon nobody can write a record any more. */
const LAST_BYTES = 512 * MIB;

/**
 * Answers why a /tmp is over its limits. To go through it is dear, to ask what is free on its disk is not. `held` says
 * what the run holds without a name, unless that is too much to look at. There are ways to hold files that nobody sees: near its end, the disk itself counts.
 */
export function tmpWatch(
  tmp: string,
  limits: TmpLimits,
  held: () => Promise<HeldFiles | undefined>,
): () => Promise<string | undefined> {
  const first = freeAt(tmp);
  let before = first;
  let looks = 0;
  return async () => {
    const now = freeAt(tmp);
    if (now.bytes < LAST_BYTES && first.bytes - now.bytes > limits.bytes)
      return `the disk of /tmp is almost full, and has ${inGb(first.bytes - now.bytes)} GB less than when it began`;
    const isShrunk =
      before.bytes - now.bytes >= WORTH_A_LOOK.bytes || before.files - now.files >= WORTH_A_LOOK.files;
    if (!isShrunk && ++looks % LOOKS_BETWEEN !== 0) return undefined;
    before = now;
    const holds = await held();
    if (holds === undefined)
      return 'it had more files open or mapped than can be looked at, which is the limit';
    return inTurns(tooFull(tmp, limits, holds));
  };
}

function freeAt(place: string): TmpLimits {
  try {
    const { bavail, bsize, ffree } = statfsSync(place);
    return { bytes: bavail * bsize, files: ffree };
  } catch {
    // It is gone, and nothing is in it.
    return { bytes: Number.MAX_SAFE_INTEGER, files: Number.MAX_SAFE_INTEGER };
  }
}

function* tooFull(tmp: string, limits: TmpLimits, held: HeldFiles): Steps<string | undefined> {
  if (held.files > limits.files) return `it holds more than ${limits.files} files open, which is the limit`;
  if (held.bytes > limits.bytes)
    return `it holds more than ${inGb(limits.bytes)} GB in files that it deleted from /tmp, which is the limit`;
  let { bytes } = held;
  const budget = createBudget({
    ...limits,
    entries: limits.files - held.files,
    ms: Number.POSITIVE_INFINITY,
  });
  const waiting = [tmp, allowedPart(tmp)];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const directory = place;
    // What lies below could not be counted any more.
    if (Buffer.byteLength(directory) > MOST_PATH_BYTES)
      return 'it made a path in /tmp that is too long to look into';
    if (isClosed(directory)) return 'it closed a directory in /tmp that has to be looked into';
    yield* eachEntry(directory, budget, (entry) => {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      else bytes += blocksOf(path) * BLOCK;
    });
    if (budget.isSpent) return `it left more than ${limits.files} files in /tmp, which is the limit`;
    if (bytes > limits.bytes)
      return `it filled /tmp with more than ${inGb(limits.bytes)} GB, which is the limit`;
  }
  return undefined;
}

/** Its owner may have taken the right to list it from itself, and so from us, and may write in it all the same. */
function isClosed(directory: string): boolean {
  try {
    accessSync(onDisk(directory), constants.R_OK | constants.X_OK);
    return false;
  } catch (error) {
    return !isGone(error);
  }
}

const inGb = (bytes: number): string => (bytes / (1024 * MIB)).toFixed(1);

function blocksOf(path: string): number {
  try {
    return lstatSync(onDisk(path), { throwIfNoEntry: false })?.blocks ?? 0;
  } catch {
    return 0;
  }
}
