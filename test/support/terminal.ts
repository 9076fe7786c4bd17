import { stripVTControlCharacters } from 'node:util';
import { spawn } from '@lydell/node-pty';
import { onTestFinished } from 'vitest';
import type { Home } from './home.ts';
import { BIN, until } from './program.ts';

/** A person at a terminal. */
export interface Terminal {
  /** Everything printed so far, without colours. */
  text(): string;
  /** As it was printed. */
  raw(): string;
  /** Waits until this is printed, behind what was waited for before. */
  see(pattern: RegExp): Promise<string>;
  type(keys: string): void;
  readonly exit: Promise<number>;
}

/** Runs a command as this user, at a terminal of this size. */
export function runAtTerminal(
  { project, env }: Pick<Home, 'project' | 'env'>,
  args: readonly string[],
  {
    rows = 40,
    columns = 120,
    more = {},
  }: { rows?: number; columns?: number; more?: Record<string, string> } = {},
): Terminal {
  // Not CI: a person's terminal has none, and colours are off with it.
  const inherited = Object.entries(process.env).filter(
    ([name, value]) => !name.startsWith('TOOLGATE_') && name !== 'NO_COLOR' && value !== undefined,
  );
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd: project,
    cols: columns,
    rows,
    name: 'xterm-256color',
    env: {
      ...(Object.fromEntries(inherited.filter(([name]) => name !== 'CI')) as Record<string, string>),
      ...env,
      ...more,
    },
  });
  let printed = '';
  let seen = 0;
  child.onData((data) => {
    printed += data;
  });
  const exit = new Promise<number>((resolve) => child.onExit(({ exitCode }) => resolve(exitCode)));
  let hasEnded = false;
  void exit.then(() => {
    hasEnded = true;
  });
  onTestFinished(() => {
    if (!hasEnded) child.kill('SIGKILL');
  });
  const text = (): string => stripVTControlCharacters(printed).replaceAll('\r\n', '\n');
  return {
    text,
    raw: () => printed,
    exit,
    type: (keys) => child.write(keys),
    see: async (pattern) => {
      const found = await until(
        `${pattern} in ${JSON.stringify(text().slice(seen))}`,
        () => {
          const match = pattern.exec(text().slice(seen));
          return match ?? undefined;
        },
        20_000,
      ).catch((error: unknown) => {
        throw new Error(`Not seen: ${pattern}. The terminal shows:\n${text()}`, { cause: error });
      });
      seen += found.index + found[0].length;
      return found[0];
    },
  };
}

/** Presses a key on the card that is shown; keys count half a second after it is drawn. */
export async function pressOnCard(terminal: Terminal, key: string): Promise<void> {
  await terminal.see(/\[r\] Deny with a reason .*\[q\] Quit/);
  await new Promise((resolve) => setTimeout(resolve, 700));
  terminal.type(key);
}
