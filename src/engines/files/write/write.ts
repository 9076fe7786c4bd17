import { hash } from 'node:crypto';
import { ToolError } from '../../../core/errors.ts';
import { isAtLeast } from '../../../core/risk.ts';
import { checkMayWrite } from '../open/may-write.ts';
import type { Reach } from '../open/reach.ts';
import { withTarget } from '../open/target.ts';
import { peek, readTarget } from '../read/current.ts';
import { makeBackup } from './backup.ts';
import { type EditOptions, planEdit, planWrite, type WriteOptions } from './plan-change.ts';
import { replaceFile } from './replace-file.ts';

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
    checkMayWrite(target);
    const before = readTarget(target, maxBytes);
    const { bytes, diff } = await keepSecret(path, reach, () => planWrite(path, before, maxBytes, options));
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
      diff,
    };
  });
}

/** What a write would change, without doing anything. */
export async function diffOfWrite(
  path: string,
  reach: Reach,
  maxBytes: number,
  options: WriteOptions,
): Promise<string> {
  const plan = () => planWrite(path, peek(path, reach, maxBytes), maxBytes, options);
  return (await keepSecret(path, reach, plan)).diff;
}

export async function editFile(
  path: string,
  reach: Reach,
  maxBytes: number,
  options: EditOptions,
): Promise<Edited> {
  if (options.dryRun) {
    const current = peek(path, reach, maxBytes);
    const { bytes, ...planned } = await keepSecret(path, reach, () =>
      planEdit(path, current, maxBytes, options),
    );
    return { path, ...planned, sha256: hash('sha256', bytes) };
  }
  return withTarget(path, reach, { access: 'write', followLink: true }, async (target) => {
    checkMayWrite(target);
    const current = readTarget(target, maxBytes);
    const { bytes, ...planned } = await keepSecret(path, reach, () =>
      planEdit(path, current, maxBytes, options),
    );
    await replaceFile(target, async (file) => void (await file.writeFile(bytes)));
    return { path, ...planned, sha256: hash('sha256', bytes) };
  });
}

/** Why a change does not fit tells what is in the file; of one that is not read without a question, that it does not. */
async function keepSecret<T>(path: string, reach: Reach, plan: () => T | Promise<T>): Promise<T> {
  try {
    return await plan();
  } catch (error) {
    const mayTell = !isAtLeast(reach.judge(path, 'read').risk, 'MEDIUM');
    if (mayTell || !(error instanceof ToolError) || error.code === 'NOT_FOUND') throw error;
    throw new ToolError(error.code, `${path} is not as this change expects it`, {
      hint: 'Its content is not shown. read_file asks a person whether you may see it.',
    });
  }
}
