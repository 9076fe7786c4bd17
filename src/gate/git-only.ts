import type { GitNeeds } from '../core/call.ts';
import { isGit, readsHistoryOnly } from './history-readers.ts';

type Words = readonly string[];

/** What a line needs of its repository where git, or git and filters, are all it runs; undefined for any other. */
export function gitNeeds(commands: readonly Words[], line: unknown): GitNeeds | undefined {
  const showsHistory = readsHistoryOnly(commands, line);
  if (commands.length === 0 || !commands.every(isGit)) return showsHistory ? { showsHistory } : undefined;
  const [, ...words] = commands[0] ?? [];
  const only = commands.length === 1 && typeof line === 'string' && PLAIN.test(line);
  const parsed = only ? subcommandOf(words) : undefined;
  return {
    showsHistory,
    mayConfigureGit: true,
    showsWorkspace: parsed !== undefined && printsNoContent(parsed.name, parsed.args),
  };
}

/** One command and nothing that puts a file into its words or its input. */
const PLAIN = /^git [^$`<>|;&(){}*?[\]\\\n]*$/;

interface Subcommand {
  readonly name: string;
  readonly args: Words;
}

/** Behind the options that say no more than where; undefined where others stand there. */
function subcommandOf([first = '', ...rest]: Words): Subcommand | undefined {
  if (first === '-C') return subcommandOf(rest.slice(1));
  if (first === '--no-pager' || first === '-P' || first === '--no-optional-locks') return subcommandOf(rest);
  return first === '' || first.startsWith('-') ? undefined : { name: first, args: rest };
}

const NEVER_PRINTS = new Set([
  ...['status', 'add', 'commit', 'rm', 'mv', 'reset', 'restore', 'checkout', 'switch', 'branch', 'tag'],
  ...['fetch', 'pull', 'push', 'merge', 'rebase', 'cherry-pick', 'revert', 'rev-parse', 'rev-list'],
  ...['ls-files', 'ls-tree', 'describe', 'merge-base', 'symbolic-ref', 'worktree', 'gc', 'fsck', 'init'],
]);
const PRINTS_ON_REQUEST = new Set(['log', 'shortlog', 'reflog', 'stash']);
const PRINTS_UNLESS_SUMMED_UP = new Set(['diff', 'show', 'diff-tree', 'diff-index', 'diff-files']);
const CONTENT =
  /^(-[a-zA-Z]*[pvuUiLmc][a-zA-Z0-9]*|--(patch|verbose|interactive|cc|unified|word-diff|color-words|diff-merges|raw|textconv|ext-diff|binary|full-index)(=.*)?|-L.*)$/;
const SUMMARY =
  /^--(stat|shortstat|numstat|name-only|name-status|summary|dirstat|quiet|no-patch)(=.*)?$|^-s$/;

const FROM_FILE = /^(--stdin|--no-index|-F.*|--file(=.*)?|--[\w-]*from-file(=.*)?|--template(=.*)?|-t.*)$/;

/** Whether the content of files can be in what it prints. */
function printsNoContent(name: string, args: Words): boolean {
  if (args.some((word) => word === '' || FROM_FILE.test(word))) return false;
  const asksForContent = args.some((word) => CONTENT.test(word));
  if (NEVER_PRINTS.has(name))
    return !asksForContent || !/^(status|commit|add|checkout|restore|reset)$/.test(name);
  if (PRINTS_ON_REQUEST.has(name)) return !asksForContent && !(name === 'stash' && args[0] === 'show');
  return PRINTS_UNLESS_SUMMED_UP.has(name) && !asksForContent && args.some((word) => SUMMARY.test(word));
}
