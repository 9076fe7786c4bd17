import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import { UsageError } from '../../core/errors.ts';
import { readSettingsText } from '../../host/settings-text.ts';
import type { HookFile } from './hook-file.ts';

/** What would become of a file. */
export interface FileChange {
  readonly file: HookFile;
  readonly before: string | undefined;
  /** undefined: it goes away. */
  readonly after: string | undefined;
  /** Where the file as it was is kept. */
  readonly backup?: string;
  /** The copy whose bytes come back. */
  readonly restores?: string;
}

/** Some clients keep all they ever did beside their settings. */
const LARGEST = 268_435_456;

export const readText = (path: string): string | undefined => readSettingsText(path, LARGEST);

/** As a person reads it. */
export const diffOf = ({ file: { path }, before, after }: FileChange): string =>
  createTwoFilesPatch(path, path, before ?? '', after ?? '', '', '')
    .split('\n')
    .slice(2)
    .join('\n')
    .trimEnd();

/** What a person is told of it afterwards; undefined where there is nothing to say. */
export function keptWords({ backup, restores }: FileChange): string | undefined {
  if (backup !== undefined) return `The file as it was: ${backup}`;
  return restores === undefined ? undefined : `Byte for byte as it was before: ${restores}`;
}

/** Writes it beside its place and then puts it there. */
export function apply(change: FileChange): void {
  const { path } = change.file;
  try {
    if (change.backup !== undefined && !existsSync(change.backup))
      copy(path, change.backup, change.file.isScript);
    if (change.after === undefined) return void rmSync(path, { force: true });
    mkdirSync(dirname(path), { recursive: true });
    put(change, change.after);
  } catch (error) {
    const isForbidden = codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM';
    throw new UsageError(
      `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}.${isForbidden ? ' Files for the whole machine need sudo.' : ''}`,
    );
  }
}

function put({ file, before, restores }: FileChange, after: string): void {
  const { path, isScript = false, isForAll = false } = file;
  // Settings are often links into a directory of dotfiles, and closed to others because of their secrets.
  const target = before === undefined || isScript ? path : realpathSync(path);
  const beside = `${target}.${process.pid}.new`;
  try {
    if (restores !== undefined) copy(restores, beside, isScript);
    // Nobody else reads it, not even for the moment before it has the mode of the file.
    else writeFileSync(beside, after, { flag: 'wx', mode: isScript ? 0o755 : 0o600 });
    if (!isScript && before !== undefined) chmodSync(beside, statSync(target).mode & 0o777);
    else if (!isScript && isForAll) chmodSync(beside, 0o644);
    renameSync(beside, target);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') rmSync(beside, { force: true });
    throw error;
  }
}

/** A script that is a link stays one: it may look for others beside the file it leads to. */
function copy(from: string, to: string, isScript = false): void {
  if (isScript && lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else copyFileSync(from, to, constants.COPYFILE_EXCL);
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;
