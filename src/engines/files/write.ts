import { hash } from 'node:crypto';
import { makeBackup } from './backup.ts';
import { peek, readTarget } from './current.ts';
import { type EditOptions, planEdit, planWrite, type WriteOptions } from './plan-change.ts';
import type { Reach } from './reach.ts';
import { replaceFile } from './replace-file.ts';
import { withTarget } from './target.ts';

export interface Written {
  readonly path: string;
  readonly bytesWritten: number;
  readonly created: boolean;
  readonly sha256: string;
  readonly backupPath?: string;
  readonly diff: string;
}

export interface Edited {
  readonly path: string;
  readonly replacements: number;
  readonly sha256: string;
  readonly diff: string;
}

export async function writeFile(
  path: string,
  reach: Reach,
  maxBytes: number,
  options: WriteOptions,
): Promise<Written> {
  const { createDirs } = options;
  return withTarget(path, reach, { access: 'write', createDirs, followLink: true }, async (target) => {
    const before = readTarget(target, maxBytes);
    const { bytes, diff } = planWrite(path, before, maxBytes, options);
    const backup = options.backup && before ? makeBackup(target) : undefined;
    try {
      await replaceFile(target, async (file) => void (await file.writeFile(bytes)));
    } catch (error) {
      backup?.undo();
      throw error;
    }
    return {
      path,
      bytesWritten: bytes.length,
      created: before === undefined,
      sha256: hash('sha256', bytes),
      ...(backup && { backupPath: backup.path }),
      // Whoever wrote a new file knows what is in it.
      diff: before ? diff : '',
    };
  });
}

/** What a write would change, without doing anything. */
export const diffOfWrite = (path: string, reach: Reach, maxBytes: number, options: WriteOptions): string =>
  planWrite(path, peek(path, reach, maxBytes), maxBytes, options).diff;

export async function editFile(
  path: string,
  reach: Reach,
  maxBytes: number,
  options: EditOptions,
): Promise<Edited> {
  if (options.dryRun) {
    const { bytes, ...planned } = planEdit(path, peek(path, reach, maxBytes), maxBytes, options);
    return { path, ...planned, sha256: hash('sha256', bytes) };
  }
  return withTarget(path, reach, { access: 'write', followLink: true }, async (target) => {
    const { bytes, ...planned } = planEdit(path, readTarget(target, maxBytes), maxBytes, options);
    await replaceFile(target, async (file) => void (await file.writeFile(bytes)));
    return { path, ...planned, sha256: hash('sha256', bytes) };
  });
}
