import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Caller } from '../core/call/caller.ts';
import { isInside } from '../core/path/paths.ts';
import { type Narrowing, narrowingOf, PROJECT_FILE } from './load-config.ts';

/** What the toolgate.json of open directories take away from a caller, as they are now. */
export interface ProjectFiles {
  /** Reads those that are new or were changed; undefined where all is known. */
  read(places: readonly string[]): Promise<void> | undefined;
  /** As last read: what they take away, and what is wrong with one of them. */
  known(places: readonly string[]): { readonly narrowings: readonly Narrowing[]; readonly problem?: string };
}

/** Where a file narrows a caller: its open directories, and those from where it works up to the open one. */
export function placesOf({ cwd, roots }: Pick<Caller, 'cwd' | 'roots'>): readonly string[] {
  if (cwd === undefined || roots.includes(cwd)) return roots;
  const above = [cwd];
  for (let place = dirname(cwd); isInside(place, roots); place = dirname(place)) {
    above.push(place);
    if (place === dirname(place)) break;
  }
  return [...new Set([...roots, ...above])];
}

interface Known {
  /** Says when to read the file again. */
  readonly stamp: string;
  readonly narrowing?: Narrowing | undefined;
  readonly problem?: string;
}

/** Where there is no file. */
const NONE = '';

export function createProjectFiles(): ProjectFiles {
  const files = new Map<string, Known>();
  const readOne = async (place: string, stamp: string): Promise<void> => {
    if (stamp === NONE) return void files.delete(place);
    const known = await narrowingOf(place).then(
      (narrowing) => ({ stamp, narrowing }),
      (error: Error) => ({ stamp, problem: error.message }),
    );
    files.set(place, known);
  };
  return {
    read: (places) => {
      const reads = places.flatMap((place) => {
        const stamp = stampOf(join(place, PROJECT_FILE));
        return (files.get(place)?.stamp ?? NONE) === stamp ? [] : [readOne(place, stamp)];
      });
      return reads.length > 0 ? Promise.all(reads).then(() => {}) : undefined;
    },
    known: (places) => {
      const known = places.flatMap((place) => files.get(place) ?? []);
      const problem = known.find((one) => one.problem !== undefined)?.problem;
      return {
        narrowings: known.flatMap(({ narrowing }) => narrowing ?? []),
        ...(problem !== undefined && { problem }),
      };
    },
  };
}

/** Taken before the file is read: what changes meanwhile is read again. */
function stampOf(file: string): string {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    return found ? `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}` : NONE;
  } catch (error) {
    return String(error);
  }
}
