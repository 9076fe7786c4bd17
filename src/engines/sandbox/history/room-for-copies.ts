import { mkdir, readdir, readFile, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { askGit } from './ask-git.ts';
import { lenders } from './repository-stores.ts';

/** Of one repository, with what it borrows from others: each that borrows has a copy of its own. */
const MOST_BYTES = 1_500_000_000;
/** Of all copies. */
const MOST_IN_ALL = 10_000_000_000;
/** Of what is free on the disk, a copy takes at most this part. */
const MOST_OF_FREE = 1 / 4;
const KIB = 1024;

/** How large the objects of a repository are on the disk; undefined where git does not say. */
export async function bytesToCopy(gitDir: string, limitMs: number): Promise<number | undefined> {
  const stores = [undefined, ...lenders(gitDir)];
  const sizes = await Promise.all(
    stores.map(async (objects) =>
      sizeIn(
        await askGit(gitDir, ['count-objects', '--verbose'], {
          limitMs,
          ...(objects !== undefined && { objects }),
        }),
      ),
    ),
  );
  return sizes.every((size) => size !== undefined) ? sizes.reduce((sum, size) => sum + size, 0) : undefined;
}

function sizeIn(printed: string | undefined): number | undefined {
  const [loose, packed] = [/^size: (\d+)$/m, /^size-pack: (\d+)$/m].map(
    (line) => line.exec(printed ?? '')?.[1],
  );
  return loose === undefined || packed === undefined ? undefined : KIB * (Number(loose) + Number(packed));
}

export const isSmallEnough = (bytes: number): boolean => bytes <= MOST_BYTES;

/** Whether a copy of this size may be in `store`, beside the other copies. */
export async function isRoomFor(bytes: number, store: string): Promise<boolean> {
  if (!isSmallEnough(bytes)) return false;
  const copies = dirname(store);
  await mkdir(copies, { recursive: true, mode: 0o700 });
  const names = await readdir(copies);
  const others = await Promise.all(
    names.filter((name) => join(copies, name) !== store).map((name) => notedIn(join(copies, name))),
  );
  if (others.reduce((sum, size) => sum + size, bytes) > MOST_IN_ALL) return false;
  const { bavail, bsize } = await statfs(copies);
  return bytes <= MOST_OF_FREE * bavail * bsize;
}

const fileIn = (store: string): string => join(store, 'bytes');

export const noteBytes = (store: string, bytes: number): Promise<void> =>
  writeFile(fileIn(store), String(bytes), { mode: 0o600 });

const notedIn = async (store: string): Promise<number> =>
  Number(await readFile(fileIn(store), 'latin1').catch(() => '0'));
