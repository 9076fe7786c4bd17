import { childEnvironment } from '../../process/child/environment.ts';
import { startChild } from '../../process/child/start-child.ts';

/** What keys of a terminal send to everything in the foreground, bubblewrap included. */
const KEYS = 'INT,QUIT';

export interface TerminalSignals {
  /** Stands before bubblewrap: it would end, and take along a program that goes on. */
  readonly outside: readonly string[];
  /** Stands before the program: it gets these signals as always. */
  readonly inside: readonly string[];
}

let found: Promise<TerminalSignals> | undefined;

/** How Ctrl-C reaches a program and not its sandbox, tried once: not every `env` can do it. */
export const terminalSignals = (): Promise<TerminalSignals> => (found ??= trySignals());

async function trySignals(): Promise<TerminalSignals> {
  const [outside, inside] = [
    ['env', `--ignore-signal=${KEYS}`],
    ['env', `--default-signal=${KEYS}`],
  ] as const;
  try {
    const env = await childEnvironment();
    const child = await startChild({
      argv: [...outside, ...inside, 'true'],
      cwd: '/',
      env,
      isSandboxed: false,
    });
    const { exitCode } = await child.ended;
    if (exitCode === 0) return { outside, inside };
  } catch {
    // A system without it: keys then end the sandbox as well.
  }
  return { outside: [], inside: [] };
}
