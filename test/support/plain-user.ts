import { execFileSync } from 'node:child_process';
import { chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FilesEngine } from '../../src/engines/files/files.ts';
import { temporaryDirectory } from './program.ts';

const SCRIPT = join(import.meta.dirname, 'scripts/use-files.ts');
/** Root may do everything; what others may not do is seen only as one of them. */
const USER = process.getuid?.() === 0 ? { uid: 1234, gid: 1234 } : undefined;

interface Outcome {
  readonly done?: unknown;
  readonly code?: string;
  readonly message?: string;
  readonly hint?: string;
}

/** Uses the file engine in a directory as a user without special rights. */
export function asPlainUser<Act extends keyof FilesEngine>(
  root: string,
  act: Act,
  ...args: Parameters<FilesEngine[Act]>
): Outcome {
  const dataDir = temporaryDirectory();
  for (const path of [dataDir, root, ...below(root)]) giveToUser(path);
  const printed = execFileSync(process.execPath, [SCRIPT, root, dataDir, act, JSON.stringify(args)], {
    ...USER,
    encoding: 'utf8',
  });
  // Sound: the script prints nothing else.
  return JSON.parse(printed) as Outcome;
}

const below = (root: string): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name));

function giveToUser(path: string): void {
  if (USER) chownSync(path, USER.uid, USER.gid);
}
