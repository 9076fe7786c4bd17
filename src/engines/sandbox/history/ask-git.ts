import { spawn } from 'node:child_process';
import { PLAIN_ENVIRONMENT, plainArguments } from '../../git/repository/plain-git.ts';
import { ownProgram } from '../../system/own-program.ts';

export interface GitQuestion {
  readonly input?: string;
  /** Another store than that of the repository. */
  readonly objects?: string;
  readonly limitMs: number;
  readonly mostBytes?: number;
}

const MOST_BYTES = 16 * 1024 * 1024;

/** What git prints about a repository; undefined where it fails, takes too long or prints too much. */
export function askGit(
  gitDir: string,
  args: readonly string[],
  { input = '', objects, limitMs, mostBytes = MOST_BYTES }: GitQuestion,
): Promise<string | undefined> {
  // Every object by its own name, also one that another stands in for.
  const env = {
    ...PLAIN_ENVIRONMENT,
    GIT_NO_REPLACE_OBJECTS: '1',
    ...(objects !== undefined && { GIT_OBJECT_DIRECTORY: objects }),
  };
  return new Promise((done) => {
    const child = spawn(ownProgram('git'), plainArguments(gitDir, args), {
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
