import { findProgram, isDirectory, missingDirectory, missingProgram } from '../process/missing-program.ts';
import type { ProcessSpec } from '../process/process.ts';
import type { ChildSpec } from '../process/start-child.ts';
import { type Wanted as BwrapWanted, bwrapArguments } from './bwrap-arguments.ts';
import { guardProtected } from './guard-protected.ts';
import type { TerminalSignals } from './terminal-signals.ts';

interface Wanted
  extends Pick<ProcessSpec, 'argv' | 'cwd' | 'sandbox' | 'reach'>,
    Pick<BwrapWanted, 'isKept'> {
  /** It has a terminal of its own, whose keys are for the program alone. */
  readonly terminal?: TerminalSignals | undefined;
}
interface Started extends Pick<ChildSpec, 'argv' | 'program' | 'cwd' | 'env' | 'isSandboxed'> {
  /** Once it has ended: answers what it made that nobody must find, and what that is called now. */
  readonly tidyUp: () => readonly string[];
}

/** Programs that want to write below the home directory write elsewhere, or not at all. */
const WITHOUT_HOME = {
  XDG_CACHE_HOME: '/tmp/.cache',
  TMPDIR: '/tmp',
  npm_config_logs_max: '0',
  npm_config_update_notifier: 'false',
  PYTHONDONTWRITEBYTECODE: '1',
};

/** What to start so that the program runs in the sandbox it is meant to run in. */
export function sandboxed(
  { argv, cwd, sandbox = 'none', reach, isKept = false, terminal }: Wanted,
  env: Readonly<Record<string, string>>,
): Started {
  if (sandbox === 'none') return { argv, cwd, env, isSandboxed: false, tidyUp: () => [] };
  if (!reach) throw new Error('A sandbox needs to know what it opens and hides');
  if (!isDirectory(cwd)) throw missingDirectory(argv[0], cwd);
  // Bubblewrap would fail inside, with words of its own and an exit code like any other.
  if (findProgram(argv[0], cwd, env.PATH ?? '') === undefined) throw missingProgram(argv[0]);
  const wanted = { sandbox, reach, cwd, isKept, hasTerminal: terminal !== undefined };
  const [first, ...rest] = [...(terminal?.outside ?? []), 'bwrap', ...bwrapArguments(wanted), '--'];
  return {
    program: argv[0],
    argv: [first, ...rest, ...(terminal?.inside ?? []), ...argv],
    cwd: '/',
    env: sandbox === 'closed' ? { ...env, ...WITHOUT_HOME } : env,
    isSandboxed: true,
    tidyUp: sandbox === 'closed' ? guardProtected(reach) : () => [],
  };
}
