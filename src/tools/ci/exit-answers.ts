import { basename } from 'node:path';

/** Programs that say "no" with exit code 1: nothing found, something differs, not so. */
const ANSWER_WITH_ONE = new Set(
  'grep egrep fgrep zgrep rg ag ack diff cmp comm test [ pgrep which expr'.split(' '),
);

/** Subcommands that do: something is outdated, unsafe, ignored or not. */
const SUBCOMMANDS: Readonly<Record<string, ReadonlySet<string>>> = {
  git: new Set(['grep', 'diff', 'check-ignore', 'merge-base', 'show-ref']),
  npm: new Set(['outdated', 'audit']),
  pnpm: new Set(['outdated', 'audit']),
  yarn: new Set(['outdated', 'audit']),
};

/** Whether a program's exit code is an answer, not a failure. */
export function isAnswer([program = '', ...args]: readonly string[], exitCode: number | null): boolean {
  const name = basename(program);
  const subcommand = args.find((word) => !word.startsWith('-')) ?? '';
  return exitCode === 1 && (ANSWER_WITH_ONE.has(name) || SUBCOMMANDS[name]?.has(subcommand) === true);
}
