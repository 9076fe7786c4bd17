import type { Command, ParsedScript } from 'unbash';
import { nodesIn } from '../../core/shell/nodes-in.ts';
import { movesOddly } from '../../core/shell/plain-moves.ts';

/** The program and the word behind it. */
export type Beginning = readonly string[];

/**
 * The commands of a plain line that are told words which only the run knows: the names that a wildcard finds, and what xargs
 * reads. Or that run in a directory which only the run knows.
 */
export function toldByRun(script: ParsedScript): readonly Beginning[] {
  const found: Beginning[] = movesOddly(script) ? [[]] : [];
  for (const node of nodesIn(script))
    if (node.type === 'Command' && !isToldPlainly(node)) found.push(argvOf(node).slice(0, 2));
  return found.reverse();
}

/**
 * Whether git may open its pager there: where it prints to the terminal itself. Then the next line that is typed goes to
 * the pager, which has commands of its own that write files and start programs.
 */
export function maySeePager(script: ParsedScript): boolean {
  const piped = new Set<unknown>();
  for (const node of nodesIn(script))
    if (node.type === 'Pipeline') for (const command of node.commands.slice(0, -1)) piped.add(command);
  return [...nodesIn(script)].some(
    (node) => node.type === 'Command' && nameOf(node) === 'git' && !piped.has(node) && !isUnpaged(node),
  );
}

const UNPAGED =
  /^(--no-pager|status|rev-parse|rev-list|ls-files|ls-tree|merge-base|describe|remote|name-rev)$/;

function isUnpaged(command: Command): boolean {
  const [, first = '', ...others] = argvOf(command);
  // The page of a manual has a pager of its own.
  if ([first, ...others].some((word) => /^(--help|help)$/.test(word))) return false;
  const isSet = command.prefix.some((one) => one.type === 'Assignment' && one.text === 'GIT_PAGER=cat');
  return isSet || UNPAGED.test(first);
}

const nameOf = ({ name }: Command): string => (name?.value ?? '').replace(/^\/(usr\/)?bin\//, '');

const argvOf = ({ name, args }: Command): readonly string[] =>
  (name ? [name, ...args] : []).map((word) => (word.type === 'Word' ? word.value : ''));

const isToldPlainly = (command: Command): boolean =>
  // It makes words of what it reads, and a name may hold a blank and then an option.
  nameOf(command) !== 'xargs' &&
  // With some options zsh looks for files in place of `HEAD^`.
  command.args.every(
    (word) => word.type !== 'Word' || !/[*?^]/.test(word.text.replace(/'[^']*'|"[^"]*"/g, '')),
  );
