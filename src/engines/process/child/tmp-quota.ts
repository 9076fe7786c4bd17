import { lstatSync, readdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

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

/** Answers why a /tmp is over its limits. To go through it is dear, to ask what is free on its disk is not. */
export function tmpWatch(tmp: string, limits: TmpLimits): () => string | undefined {
  let before = freeAt(tmp);
  let looks = 0;
  return () => {
    const now = freeAt(tmp);
    const isShrunk =
      before.bytes - now.bytes >= WORTH_A_LOOK.bytes || before.files - now.files >= WORTH_A_LOOK.files;
    if (!isShrunk && ++looks % LOOKS_BETWEEN !== 0) return undefined;
    before = now;
    return tooFull(tmp, limits);
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

function tooFull(tmp: string, limits: TmpLimits): string | undefined {
  let [bytes, files] = [0, 0];
  const waiting = [tmp];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    for (const entry of entriesOf(place)) {
      const path = join(place, entry.name);
      files++;
      if (entry.isDirectory()) waiting.push(path);
      else bytes += blocksOf(path) * BLOCK;
      if (files > limits.files) return `it left more than ${limits.files} files in /tmp, which is the limit`;
      if (bytes > limits.bytes)
        return `it filled /tmp with more than ${inGb(limits.bytes)} GB, which is the limit`;
    }
  }
  return undefined;
}

const inGb = (bytes: number): string => (bytes / (1024 * MIB)).toFixed(1);

function entriesOf(place: string) {
  try {
    return readdirSync(place, { withFileTypes: true });
  } catch {
    return [];
  }
}

function blocksOf(path: string): number {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.blocks ?? 0;
  } catch {
    return 0;
  }
}
