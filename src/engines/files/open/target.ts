import { type BigIntStats, lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { PathAccess } from '../../../core/call/touch.ts';
import { ToolError } from '../../../core/errors.ts';
import { isInside, outsideRoot } from '../../../core/path/paths.ts';
import { fileError } from '../file-error.ts';
import { createMadeDirectories, type Directory, type MadeDirectories, openParent } from './directory.ts';
import type { EntryName } from './entry-name.ts';
import { checkRealPath, type Reach } from './reach.ts';
import { realPathOf } from './real-path.ts';

/** An entry of a verified directory that is about to be changed. */
export interface Target {
  readonly directory: Directory;
  readonly name: string;
  /** As the caller wrote it, for messages. */
  readonly path: string;
  readonly realPath: string;
  /** What is there; undefined if nothing is. */
  readonly stats: BigIntStats | undefined;
}

interface TargetOptions {
  readonly access: PathAccess;
  readonly createDirs?: boolean;
  /** Whether a link stands for what it leads to, as in a write, or for itself, as in a delete. */
  readonly followLink?: boolean;
}

/** Runs `use` with the entry at this path and lets go of its directory afterwards. */
export async function withTarget<T>(
  path: string,
  reach: Reach,
  options: TargetOptions,
  use: (target: Target) => T | Promise<T>,
): Promise<T> {
  const made = options.createDirs ? createMadeDirectories() : undefined;
  let target: Target | undefined;
  try {
    target = openTarget(path, reach, { ...options, made });
    return await use(target);
  } catch (error) {
    // A call that fails leaves everything as it was.
    made?.undo();
    throw fileError(error, path, reach.roots);
  } finally {
    target?.directory.close();
    made?.close();
  }
}

interface OpenOptions extends TargetOptions {
  readonly made: MadeDirectories | undefined;
}

function openTarget(path: string, reach: Reach, options: OpenOptions, place = path): Target {
  const directory = openParent(place, reach, options.made);
  try {
    const name = basename(place);
    const stats = lookAt(directory, name);
    const realPath = join(directory.realPath, name);
    if (!(options.followLink && stats?.isSymbolicLink())) {
      checkRealPath(path, realPath, options.access, reach);
      return { directory, name, path, realPath, stats };
    }
  } catch (error) {
    directory.close();
    throw fileError(error, path, reach.roots);
  }
  directory.close();
  return followed(path, place, reach, options);
}

/** A write goes where the link leads, as a shell's would; the link itself stays. */
function followed(path: string, place: string, reach: Reach, options: OpenOptions): Target {
  if (place !== path) {
    throw new ToolError('CONFLICT', `${path} is a link that changed while it was followed`, {
      retryable: true,
      hint: 'Try again.',
    });
  }
  const leadsTo = realPathOf(path);
  if (!isInside(leadsTo, reach.roots)) throw outsideRoot(path, reach.roots);
  if (lstatSync(leadsTo, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new ToolError('VALIDATION', `${path} is a loop of symbolic links, or too many of them in a row`, {
      hint: 'Name the file itself.',
    });
  }
  return openTarget(path, reach, options, leadsTo);
}

/** What a name stands for right now, links not followed. */
export const lookAt = (directory: Directory, name: EntryName): BigIntStats | undefined =>
  lstatSync(directory.at(name), { bigint: true, throwIfNoEntry: false });

/** Whether nobody touched the entry since it was looked at. */
export function isAsBefore({
  directory,
  name,
  stats,
}: Pick<Target, 'directory' | 'name' | 'stats'>): boolean {
  const now = lookAt(directory, name);
  if (stats === undefined || now === undefined) return stats === now;
  return (['dev', 'ino', 'size', 'mtimeNs'] as const).every((field) => now[field] === stats[field]);
}
