import { spawnSync } from 'node:child_process';
import type { Answer } from './agent.ts';

export interface Compared {
  readonly isSame: boolean;
  readonly outside: string;
}

/** Runs a command as the user would, and compares what it says: output and exit code, but not how long it took. */
export function compareOutside(command: string, cwd: string, { data, text }: Answer): Compared {
  const { stdout, status } = spawnSync('bash', ['--norc', '--noprofile', '-c', command], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  const outside = `${stdout.trimEnd()}\n[exit code ${status}]`;
  // A client that is given the text alone has the exit code in it, unless it is 0.
  const inside =
    typeof data.stdout === 'string' ? `${data.stdout.trimEnd()}\n[exit code ${String(data.exitCode)}]` : text;
  return { isSame: timeless(inside) === timeless(outside), outside };
}

const timeless = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what is taken out
    .replaceAll(/\u001b\[[\d;]*m/g, '')
    .replaceAll(/\d\d:\d\d:\d\d/g, 'TIME')
    .replaceAll(/[\d.]+ ?m?s\b/g, 'SPENT')
    .replaceAll(/\([\w %,]*\d%\)/g, '')
    .trim();
