import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Of everything in a directory, at any depth, without following links; undefined where there is more than that. */
export async function namesBelow(directory: string, most: number): Promise<readonly string[] | undefined> {
  const names: string[] = [];
  const waiting = [''];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    // What is not a directory, or not ours to read, has nothing below it.
    const entries = await readdir(join(directory, path), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const name = join(path, entry.name);
      names.push(name);
      if (entry.isDirectory()) waiting.push(name);
    }
    if (names.length > most) return undefined;
  }
  return names;
}
