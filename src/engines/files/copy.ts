import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  symlinkSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import { type Directory, openDirectory } from './directory.ts';
import { checkMayWrite } from './may-write.ts';
import type { Moved } from './move.ts';
import { openInside } from './open-inside.ts';
import { openEntry, pump } from './pump.ts';
import { checkDenied, type Reach } from './reach.ts';
import { checkRegular } from './read-whole.ts';
import { checkApart, DIRECTORY_ONTO_FILE, taken } from './relocate.ts';
import { replaceFile } from './replace-file.ts';
import { type Target, withTarget } from './target.ts';
import { checkPlace, removeTree } from './tree.ts';

// A disk is not filled by one call.
const MOST_BYTES = 1_073_741_824;

interface CopyRun {
  readonly reach: Reach;
  readonly signal: AbortSignal;
  /** Told how many bytes are done. */
  readonly onBytes: (bytes: number) => void;
}

interface CopyOptions {
  readonly overwrite: boolean;
  readonly onBytes: (bytes: number) => void;
}

/** Copies a file, or a directory with all that is in it; what is not complete is never seen under the new name. */
export async function copyPath(
  from: string,
  to: string,
  reach: Reach,
  { overwrite, onBytes }: CopyOptions,
  signal: AbortSignal,
): Promise<Moved> {
  const { fd, stats } = openInside(from, reach);
  closeSync(fd);
  checkApart(from, to);
  await withTarget(to, reach, { access: 'write', createDirs: true }, async (target) => {
    if (target.stats && (!overwrite || target.stats.isDirectory())) throw taken(target);
    if (stats.isDirectory()) await copyDirectory(from, target, { reach, signal, onBytes: budgeted(onBytes) });
    else await copyFile(from, target, { reach, signal, onBytes });
  });
  return { from, to };
}

async function copyFile(from: string, target: Target, { reach, signal, onBytes }: CopyRun): Promise<void> {
  const { fd, stats } = openInside(from, reach);
  try {
    checkRegular(from, stats);
    checkMayWrite(target);
    if (stats.size > MOST_BYTES) throw tooMuch();
    // Opened again through the verified descriptor, for a handle that closes itself.
    await using source = await open(process.platform === 'linux' ? `/proc/self/fd/${fd}` : from);
    const fill = async (file: typeof source) => onBytes(await pump(source, file, signal));
    await replaceFile(target, fill, stats.mode & 0o777);
  } finally {
    closeSync(fd);
  }
}

async function copyDirectory(from: string, target: Target, run: CopyRun): Promise<void> {
  if (target.stats) throw taken(target, DIRECTORY_ONTO_FILE);
  const { directory, name } = target;
  const unfinished = `.toolgate-copy-${process.pid}-${Date.now().toString(36)}.tmp`;
  const source = openDirectory(from, run.reach);
  try {
    await copyTree(source, { parent: directory, name: unfinished, shown: target.realPath }, run);
    renameSync(directory.at(unfinished), directory.at(name));
    await directory.sync();
  } catch (error) {
    clear(directory, unfinished, run.reach);
    throw error;
  } finally {
    source.close();
  }
}

/** What the copy failed for is worth more than what its removal may fail for. */
function clear(directory: Directory, name: string, reach: Reach): void {
  try {
    removeTree(directory, name, reach);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
  }
}

interface NewDirectory {
  readonly parent: Directory;
  readonly name: string;
  /** Where it will be when all is done. */
  readonly shown: string;
}

async function copyTree(
  source: Directory,
  { parent, name, shown }: NewDirectory,
  run: CopyRun,
): Promise<void> {
  mkdirSync(parent.at(name), { mode: 0o700 });
  const to = openDirectory(join(parent.realPath, name), run.reach, { via: parent.at(name) });
  try {
    for (const child of readdirSync(source.at('.'), { withFileTypes: true })) {
      const place = join(shown, child.name);
      checkDenied(join(source.realPath, child.name), run.reach);
      checkPlace(place, run.reach);
      if (child.isDirectory())
        await copyBelow(source, child.name, { parent: to, name: child.name, shown: place }, run);
      else if (child.isSymbolicLink()) symlinkSync(readlinkSync(source.at(child.name)), to.at(child.name));
      else if (child.isFile()) await copyEntry(source, to, child.name, run);
      else throw new ToolError('VALIDATION', `${join(source.realPath, child.name)} is not a regular file`);
    }
    // At the end: nothing could be put into one that is read-only.
    chmodSync(to.at('.'), lstatSync(source.at('.')).mode & 0o777);
    await to.sync();
  } finally {
    to.close();
  }
}

async function copyBelow(source: Directory, name: string, to: NewDirectory, run: CopyRun): Promise<void> {
  const below = openDirectory(join(source.realPath, name), run.reach, { via: source.at(name) });
  try {
    await copyTree(below, to, run);
  } finally {
    below.close();
  }
}

async function copyEntry(source: Directory, to: Directory, name: string, run: CopyRun): Promise<void> {
  await using from = await openEntry(source.at(name));
  const { mode } = await from.stat();
  await using file = await open(to.at(name), 'wx', mode & 0o777);
  run.onBytes(await pump(from, file, run.signal));
}

/** Adds up what is copied, and stops where it becomes too much. */
function budgeted(onBytes: (bytes: number) => void): (bytes: number) => void {
  let total = 0;
  return (bytes) => {
    total += bytes;
    if (total > MOST_BYTES) throw tooMuch();
    onBytes(total);
  };
}

const tooMuch = (): ToolError =>
  new ToolError('TOO_LARGE', `More than ${MOST_BYTES} bytes are not copied in one call`, {
    hint: 'Copy the parts that are needed.',
  });
