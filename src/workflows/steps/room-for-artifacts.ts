import { existsSync } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolError } from '../../core/errors.ts';

const MB = 1_000_000;
/** Of one run. */
const MOST_OF_RUN = 1000 * MB;
/** Of all runs whose history is kept. */
const MOST_IN_ALL = 20_000 * MB;
/** Of what is free on the disk, a file takes at most this part. */
const MOST_OF_FREE = 1 / 100;

/** By directory and run: how much they keep. A host has one directory, and is the only one that writes there. */
const kept = new Map<string, Promise<Map<string, number>>>();

/** Counts a file that is about to be kept; nobody is asked how much a run keeps, so it must fill no disk. */
export async function takeRoom(bytes: number, directory: string, runId: string): Promise<void> {
  const counting = kept.get(directory) ?? sizesIn(directory);
  kept.set(directory, counting);
  const { bavail, bsize } = await statfs(directory);
  const runs = await counting;
  // From here on without a pause: steps beside this one count as well. Runs are forgotten with their files.
  for (const id of runs.keys()) if (!existsSync(join(directory, id))) runs.delete(id);
  const own = (runs.get(runId) ?? 0) + bytes;
  if (own > MOST_OF_RUN) throw tooLarge('of this run', MOST_OF_RUN);
  const all = [...runs.values()].reduce((sum, size) => sum + size, bytes);
  if (all > MOST_IN_ALL) throw tooLarge('of all runs together', MOST_IN_ALL);
  if (bytes > MOST_OF_FREE * bavail * bsize)
    throw new ToolError('TOO_LARGE', 'The disk is too full to keep artifacts', {
      hint: 'Make room on the disk of the data directory, or keep fewer files.',
    });
  runs.set(runId, own);
}

const tooLarge = (whose: string, limit: number): ToolError =>
  new ToolError('TOO_LARGE', `The artifacts ${whose} are more than ${limit / MB} MB`, {
    hint: 'Name fewer files in artifacts; workflows.keepRuns says how many runs are kept.',
  });

/** What an earlier host left. */
async function sizesIn(directory: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const id of await readdir(directory).catch(() => [])) {
    const files = await readdir(join(directory, id), { recursive: true }).catch(() => []);
    for (const file of files) {
      const { size = 0 } = (await stat(join(directory, id, file)).catch(() => undefined)) ?? {};
      sizes.set(id, (sizes.get(id) ?? 0) + size);
    }
  }
  return sizes;
}
