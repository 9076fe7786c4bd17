import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import { UsageError } from '../../core/errors.ts';
import type { HookFile } from './hook-file.ts';

/** What would become of a file; undefined where it stays as it is. */
export interface FileChange {
  readonly file: HookFile;
  readonly before: string | undefined;
  /** undefined: it goes away. */
  readonly after: string | undefined;
}

export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw new UsageError(
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

export const backupOf = (path: string): string => `${path}.before-toolgate`;

/** As a person reads it. */
export const diffOf = ({ file: { path }, before, after }: FileChange): string =>
  createTwoFilesPatch(path, path, before ?? '', after ?? '', '', '')
    .split('\n')
    .slice(2)
    .join('\n')
    .trimEnd();

/** Writes it beside its place and then puts it there; the file as it was stays as a backup. */
export function apply({ file: { path, isExecutable }, before, after }: FileChange): void {
  try {
    if (before !== undefined) copyFileSync(path, backupOf(path));
    if (after === undefined) return void rmSync(path, { force: true });
    mkdirSync(dirname(path), { recursive: true });
    // Settings are often links into a directory of dotfiles, and closed to others because of their secrets.
    const real = before === undefined ? path : realpathSync(path);
    const mode = isExecutable ? 0o755 : before === undefined ? 0o644 : statSync(real).mode & 0o777;
    const beside = `${real}.${process.pid}.new`;
    writeFileSync(beside, after, { mode });
    if (before !== undefined) chmodSync(beside, mode);
    renameSync(beside, real);
  } catch (error) {
    const isForbidden = codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM';
    throw new UsageError(
      `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}.${isForbidden ? ' Files for the whole machine need sudo.' : ''}`,
    );
  }
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;
