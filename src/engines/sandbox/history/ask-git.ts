import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PLAIN_ENVIRONMENT, plainArguments } from '../../git/repository/plain-git.ts';
import { ownProgram } from '../../system/own-program.ts';
import { readerView } from '../reader-view.ts';
import { lenders } from './repository-stores.ts';

export interface GitQuestion {
  readonly input?: string;
  /** Another store than that of the repository. */
  readonly objects?: string;
  /** Where it writes a pack of what the repository has: git makes its temporary files in its own store. */
  readonly writes?: string;
  readonly limitMs: number;
  readonly mostBytes?: number;
}

/**
 * Links among its files must lead nowhere: what git finds there is shown to runs that nobody was asked about. So it sees
 * the repository, the stores that this one borrows from, and the copy.
 */
function confined(
  git: readonly [string, ...string[]],
  gitDir: string,
  { objects, writes }: { readonly objects: string | undefined; readonly writes: string | undefined },
): readonly [string, ...string[]] {
  // There is no bubblewrap elsewhere.
  if (process.platform !== 'linux') return git;
  const places = [gitDir, ...lenders(gitDir)].filter((place) => existsSync(place));
  return [
    ownProgram('bwrap'),
    ...readerView({ open: objects === undefined ? places : [...places, objects] }),
    ...(writes === undefined ? [] : ['--bind', writes, writes]),
    ...['--chdir', '/', '--', ...git],
  ];
}

const MOST_BYTES = 16 * 1024 * 1024;

/** What git prints about a repository; undefined where it fails, takes too long or prints too much. */
export function askGit(
  gitDir: string,
  args: readonly string[],
  { input = '', objects, writes, limitMs, mostBytes = MOST_BYTES }: GitQuestion,
): Promise<string | undefined> {
  // Every object by its own name, also one that another stands in for.
  const env = {
    ...PLAIN_ENVIRONMENT,
    GIT_NO_REPLACE_OBJECTS: '1',
    ...(objects !== undefined && { GIT_OBJECT_DIRECTORY: objects }),
    ...(writes !== undefined && {
      GIT_OBJECT_DIRECTORY: writes,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(join(gitDir, 'objects')),
    }),
  };
  const [program, ...words] = confined([ownProgram('git'), ...plainArguments(gitDir, args)], gitDir, {
    objects,
    writes,
  });
  return new Promise((done) => {
    const child = spawn(program, words, {
      ...{ cwd: '/', env, timeout: limitMs, killSignal: 'SIGKILL', stdio: ['pipe', 'pipe', 'ignore'] },
    });
    const pieces: Buffer[] = [];
    let bytes = 0;
    child.stdout.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > mostBytes) child.kill('SIGKILL');
      else pieces.push(piece);
    });
    child.once('error', () => done(undefined));
    child.once('close', (code) => done(code === 0 ? Buffer.concat(pieces).toString('latin1') : undefined));
    // It may end before it has read everything.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input, 'latin1');
  });
}

/** A path of that list may hold the colon that parts it. */
const quoted = (path: string): string => `"${path.replaceAll(/["\\]/g, '\\$&')}"`;
