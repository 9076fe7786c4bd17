import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import { formatTrashPath, parseTrashPath } from '../../../core/path/trash-path.ts';
import { ownDirectory } from '../open/directory.ts';
import type { Reach } from '../open/reach.ts';
import { lookAt, type Target, withTarget } from '../open/target.ts';
import { relocate, taken } from './relocate.ts';

/**
 * Where deleted files wait to be restored: one file each, with a note of where it was. It lies in our own data,
 * which no tool reaches by name; a file on another file system is copied there.
 */
export interface Trash {
  /** Takes an entry away and answers the name by which it comes back. */
  put(target: Target, signal: AbortSignal): Promise<string>;
  /** Puts it back where it was, if nothing else is there; answers the place. */
  restore(trashPath: string, reach: Reach, signal: AbortSignal): Promise<string>;
}

interface Note {
  readonly path: string;
  readonly deletedAt: string;
}

export function createTrash(place: string, keepMs: number): Trash {
  const directory = ownDirectory(place);
  return {
    put: async (target, signal) => {
      mkdirSync(place, { recursive: true, mode: 0o700 });
      forgetOld(place, keepMs);
      const id = `${Date.now().toString(36)}-${randomBytes(6).toString('hex')}`;
      const note: Note = { path: target.realPath, deletedAt: new Date().toISOString() };
      writeFileSync(noteOf(place, id), JSON.stringify(note), { mode: 0o600, flush: true });
      try {
        await relocate(
          target,
          { directory, name: id, path: id, realPath: join(place, id), stats: undefined },
          signal,
        );
      } catch (error) {
        // What did not leave its place needs no second one; if it did leave, this is all there is.
        if (lookAt(target.directory, target.name))
          for (const path of [noteOf(place, id), join(place, id)]) rmSync(path, { force: true });
        throw error;
      }
      return formatTrashPath({ id, path: target.realPath });
    },
    restore: async (trashPath, reach, signal) => {
      const { id, path } = findEntry(place, trashPath);
      const options = { access: 'write', createDirs: true } as const;
      await withTarget(path, reach, options, async (target) => {
        if (target.stats) throw taken(target, 'Move away what is there now, and restore again.');
        await relocate({ directory, name: id, path }, target, signal);
      });
      rmSync(noteOf(place, id), { force: true });
      return path;
    },
  };
}

const noteOf = (place: string, id: string): string => join(place, `${id}.json`);

/** The gate judged the path in the name; it must be the one that was noted. */
function findEntry(place: string, trashPath: string): { id: string; path: string } {
  const named = parseTrashPath(trashPath);
  if (!named) {
    throw new ToolError('VALIDATION', `"${trashPath}" is not a trashPath`, {
      hint: 'Give the trashPath that delete_file answered.',
    });
  }
  // The entry itself: a link in the trash leads nowhere.
  const isThere = lstatSync(join(place, named.id), { throwIfNoEntry: false }) !== undefined;
  if (isThere && readNote(place, named.id).path === named.path) return named;
  throw new ToolError('NOT_FOUND', `There is no ${trashPath} in the trash`, {
    hint: 'It was restored already, or it was there too long.',
  });
}

// Sound: nobody else writes in there.
const readNote = (place: string, id: string): Note =>
  JSON.parse(readFileSync(noteOf(place, id), 'utf8')) as Note;

/** The name of an entry starts with the time it came. */
function forgetOld(place: string, keepMs: number): void {
  const oldest = Date.now() - keepMs;
  for (const name of readdirSync(place)) {
    const [time = ''] = name.split('-');
    if (Number.parseInt(time, 36) < oldest) rmSync(join(place, name), { force: true });
  }
}
