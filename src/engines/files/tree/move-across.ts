import { lstatSync, readlinkSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { ToolError } from '../../../core/errors.ts';
import { isAsBefore, lookAt, type Target } from '../open/target.ts';
import { checkRegular } from '../read/read-whole.ts';
import { carryOver, carryOverAt } from '../write/carry-over.ts';
import { openEntry, pump } from '../write/pump.ts';
import { replaceFile } from '../write/replace-file.ts';
import { unfinishedName } from '../write/unfinished-name.ts';

type Source = Pick<Target, 'directory' | 'name' | 'path'>;

/** Takes a file or a link to another file system: copied, and removed once the copy has its name. */
export async function moveAcross(source: Source, to: Target, signal: AbortSignal): Promise<void> {
  const from = source.directory.at(source.name);
  if (lstatSync(from).isSymbolicLink()) await copyLink(source, to);
  else await copyFile(source, to, signal);
  await to.directory.sync();
  unlinkSync(from);
}

async function copyFile(source: Source, to: Target, signal: AbortSignal): Promise<void> {
  const from = source.directory.at(source.name);
  const before = lookAt(source.directory, source.name);
  const stats = lstatSync(from);
  checkRegular(source.path, stats);
  // Through two mounts of one file system: the copy would take the place of the file and then be removed in its stead.
  if (before?.nlink === 1n && before.ino === to.stats?.ino && before.dev === to.stats.dev)
    throw new ToolError('VALIDATION', `${source.path} and ${to.path} are the same file`);
  await using opened = await openEntry(from);
  const fill = async (file: typeof opened): Promise<void> => {
    await pump(opened, file, signal);
    await carryOver(file, stats);
    // Before it takes the place of what is there.
    if (!isAsBefore({ ...source, stats: before })) throw changedMeanwhile(source.path);
  };
  await replaceFile(to, fill, { mode: 0o600, keepsOld: false });
}

async function copyLink(source: Source, to: Target): Promise<void> {
  const from = source.directory.at(source.name);
  const temporary = to.directory.at(unfinishedName());
  symlinkSync(readlinkSync(from, 'buffer'), temporary);
  try {
    await carryOverAt(temporary, lstatSync(from));
    if (!isAsBefore(to)) throw changedMeanwhile(to.path);
    renameSync(temporary, to.directory.at(to.name));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

export const changedMeanwhile = (path: string): ToolError =>
  new ToolError('CONFLICT', `${path} changed while it was copied`, {
    retryable: true,
    hint: 'Everything is as it was. Try again.',
  });
