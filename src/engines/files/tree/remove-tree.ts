import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, open, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { listEntries, onDisk } from '../open/disk-names.ts';

/** A program that goes on writing there is not waited for. */
const LONGEST_MS = 60_000;
const { O_DIRECTORY = 0, O_NOFOLLOW = 0, O_RDONLY } = constants;
/** Opens what nobody may read; Node has no name for it. */
const O_PATH = 0o10000000;

/**
 * Empties a directory that other programs may be changing at this moment. Every name is reached through an open directory
 * and no link is followed: removing by paths would go wherever a directory was exchanged for a link. Answers whether it
 * is empty.
 */
export async function emptyDirectory(path: string, keeps: readonly string[] = []): Promise<boolean> {
  const namesToGo = async (place: string) => (await namesIn(place)).filter((name) => !keeps.includes(name));
  if (process.platform !== 'linux')
    for (const name of await namesToGo(path))
      await rm(onDisk(join(path, name)), { recursive: true, force: true });
  else
    await within(path, async (top) => {
      for (const end = Date.now() + LONGEST_MS; Date.now() < end; ) {
        const names = await namesToGo(top);
        if (names.length === 0) return;
        for (const name of names) await removeEntry(`${top}/${name}`, top);
      }
    });
  return (await namesToGo(path)).length === 0;
}

export async function removeTree(path: string): Promise<void> {
  await emptyDirectory(path);
  await rmdir(path).catch(() => {});
}

/** A directory's own directories are moved to the top, for the next round: so no depth is too deep. */
async function removeEntry(path: string, top: string): Promise<void> {
  if (await isDone(() => unlink(onDisk(path)))) return;
  await makeOurs(path);
  await within(path, async (place) => {
    for (const name of await namesIn(place)) {
      const entry = `${place}/${name}`;
      if (await isDone(() => unlink(onDisk(entry)))) continue;
      await makeOurs(entry);
      await isDone(() => rename(onDisk(entry), `${top}/${randomUUID()}`));
    }
  });
  await isDone(() => rmdir(onDisk(path)));
}

/** A directory whose rights keep its owner out. */
const makeOurs = (path: string): Promise<void> => within(path, (place) => chmod(place, 0o700), O_PATH);

async function within(path: string, work: (place: string) => Promise<void>, flags = O_RDONLY): Promise<void> {
  const handle = await open(onDisk(path), flags | O_DIRECTORY | O_NOFOLLOW).catch(() => undefined);
  if (!handle) return;
  try {
    await work(`/proc/self/fd/${handle.fd}`);
  } catch {
    // Taken away or closed to us meanwhile: what is left is left.
  } finally {
    await handle.close();
  }
}

const isDone = (act: () => Promise<void>): Promise<boolean> =>
  act().then(
    () => true,
    () => false,
  );

const namesIn = async (path: string): Promise<string[]> =>
  (await listEntries(path).catch(() => [])).map(({ name }) => name);
