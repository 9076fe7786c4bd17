import { existsSync, readFileSync } from 'node:fs';
import { UsageError } from '../../core/errors.ts';
import { backupPlaceOf, backupsOf } from './backups.ts';
import { type FileChange, readText } from './change-files.ts';
import type { HookFile } from './hook-file.ts';

/** The file with our part in it; what it was is kept beside it. */
export function installationOf(file: HookFile): FileChange {
  const before = readText(file.path);
  if (before === undefined) return { file, before, after: file.installed(undefined) };
  if (!file.isScript) assertText(file.path, before);
  const backup = backupPlaceOf(file.path);
  const after = file.installed(before, backup);
  return { file, before, after, ...(after !== before && { backup }) };
}

/** The file without our part: byte for byte as it was where nothing else changed since. */
export function removalOf(file: HookFile): FileChange {
  const before = readText(file.path);
  if (before === undefined) return { file, before, after: undefined };
  const left = file.removed(before);
  if (left === before) return { file, before, after: before };
  const restores = file.original ? file.original(before) : matchingBackup(file, left);
  if (restores !== undefined && existsSync(restores))
    return { file, before, after: readText(restores), restores };
  return { file, before, after: left === undefined || isOursAlone(file, left) ? undefined : left };
}

/**
 * Our part is put into each copy and taken out again: what that leaves of the right one is what is left now. So it
 * does not matter with which flags our part was written.
 */
function matchingBackup(file: HookFile, left: string | undefined): string | undefined {
  return backupsOf(file.path).find((backup) => {
    const text = readText(backup);
    if (text === undefined) return false;
    try {
      return file.removed(text) === text && file.removed(file.installed(text)) === left;
    } catch {
      // It is damaged, and the file is not.
      return false;
    }
  });
}

/** Nothing is left but what we write into a file that was not there. */
function isOursAlone({ installed, removed }: HookFile, left: string): boolean {
  const frame = removed(installed(undefined)) ?? '';
  return withoutBlanks(left) === withoutBlanks(frame);
}

const withoutBlanks = (text: string): string => text.replaceAll(/\s/g, '');

/** Else the bytes that are no text would not be written as they were. */
function assertText(path: string, text: string): void {
  if (!readFileSync(path).equals(Buffer.from(text)))
    throw new UsageError(`${path} was left as it is: it is not text in UTF-8.`);
}
