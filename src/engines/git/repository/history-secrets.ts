import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isSecretInTree } from '../../../core/path/sensitive-paths.ts';
import { ownProgram } from '../../system/own-program.ts';
import { historyStamp, OTHER_HEADS } from './history-stamp.ts';
import { PLAIN_ENVIRONMENT, plainArguments } from './plain-git.ts';

const LIMIT_MS = 800;
const MOST_BYTES = 64 * 1024 * 1024;
const seen = new Map<string, { readonly stamp: string; readonly holds: boolean }>();
const MOST_SEEN = 50;

/**
 * Whether any commit that a branch, tag or stash leads to holds a file whose name says that it holds secrets. A history
 * that is too long to be looked through counts as one that does. Looked through again when a name moved.
 */
export function historyHoldsSecrets(gitDir: string): boolean {
  const stamp = historyStamp(gitDir);
  if (stamp === undefined) return true;
  const known = seen.get(gitDir);
  if (known?.stamp === stamp) return known.holds;
  const holds = lookThrough(gitDir);
  if (seen.size >= MOST_SEEN) seen.clear();
  seen.set(gitDir, { stamp, holds });
  return holds;
}

/** Whether the commit that is checked out holds one; a repository without commits holds none. */
export function lastCommitHoldsSecrets(gitDir: string): boolean {
  const { status, stdout } = ask(gitDir, ['ls-tree', '-r', '-z', '--name-only', 'HEAD']);
  // Git never came to an end: what the commit holds is not known.
  if (status === null) return true;
  if (status !== 0) return ask(gitDir, ['rev-parse', '--verify', '--quiet', 'HEAD']).status === 0;
  return stdout.split('\0').some(isSecretInTree);
}

/**
 * Whether these are hashes of commits that a branch or tag leads to; what is not may be any file that was ever added. Git
 * is started for each, and everybody waits: of too many, and where it takes too long, nothing is known.
 */
export function areCommitsOfNames(gitDir: string, hashes: readonly string[]): boolean {
  const all = [...new Set(hashes)];
  const until = performance.now() + LIMIT_MS;
  return (
    all.length <= MOST_HASHES &&
    all.every((hash) => performance.now() < until && isCommitOfName(gitDir, hash))
  );
}

const MOST_HASHES = 8;

function isCommitOfName(gitDir: string, hash: string): boolean {
  const { status, stdout } = ask(gitDir, ['for-each-ref', '--count=1', '--contains', hash]);
  return status === 0 && stdout !== '';
}

/** Where git took too long: a pipe in a repository would keep everybody waiting at every call. */
const stuck = new Map<string, number>();
const AGAIN_MS = 10_000;

// Objects that are not here stay where they are: nothing is fetched, and no program of the configuration starts.
function ask(
  gitDir: string,
  args: readonly string[],
): { readonly status: number | null; readonly stdout: string } {
  if (performance.now() < (stuck.get(gitDir) ?? 0)) return { status: null, stdout: '' };
  const { status, stdout } = spawnSync(ownProgram('git'), plainArguments(gitDir, args), {
    ...{ encoding: 'latin1', timeout: LIMIT_MS, maxBuffer: MOST_BYTES, env: PLAIN_ENVIRONMENT, cwd: '/' },
  });
  if (stuck.size >= MOST_SEEN) stuck.clear();
  if (status === null) stuck.set(gitDir, performance.now() + AGAIN_MS);
  return { status, stdout };
}

function lookThrough(gitDir: string): boolean {
  const heads = OTHER_HEADS.filter((name) => existsSync(join(gitDir, name)));
  const { status, stdout } = ask(gitDir, [...LIST, ...heads]);
  if (status !== 0 || namesFiles(gitDir)) return true;
  const paths = stdout.split('\n').map((line) => line.slice(line.indexOf(' ') + 1));
  // Git cuts a path at a line end: what such a directory holds follows it under its name.
  return paths.some((path, at) => isSecretInTree(path) || (path !== '' && path === paths[at - 1]));
}

/** Whether a branch or tag names a file by itself, which has no path then. */
function namesFiles(gitDir: string): boolean {
  const { status, stdout } = ask(gitDir, ['for-each-ref', '--format=%(objecttype) %(*objecttype)']);
  return status !== 0 || stdout.split('\n').some((types) => /blob|tag tag/.test(types));
}

const LIST = ['rev-list', '--objects', '--all', '--reflog', '--ignore-missing'];
