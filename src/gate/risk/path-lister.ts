import type { Command, ParsedScript, SyntaxNode } from 'unbash';
import { ruleFor } from './programs.ts';

/** Whether what this prints is paths below where it looked; only then may they be read without asking. */
export function listsPaths(node: SyntaxNode): boolean {
  if (node.type === 'Script') return oneOf(node, listsPaths);
  if (node.type === 'Pipeline')
    return node.commands.every((command, i) => (i === 0 ? listsPaths(command) : passesPathsOn(command)));
  return node.type === 'Command' && isLister(node);
}

/** Whether a part of a pipeline hands on what it reads, less some of it or in another order. */
export const passesPathsOn = (node: SyntaxNode): boolean =>
  node.type === 'Command' &&
  ['grep', 'rg', 'head', 'tail', 'sort', 'uniq', 'egrep', 'fgrep'].includes(node.name?.value ?? '');

function oneOf(script: ParsedScript, check: (node: SyntaxNode) => boolean): boolean {
  const [only, ...more] = script.commands;
  return only !== undefined && more.length === 0 && check(only.command);
}

const LISTERS_BY_OPTION: ReadonlySet<string> = new Set(['rg', 'grep', 'git']);
const LISTING_OPTIONS =
  /(^| )(-[a-zA-Z]*l|--files|--files-with-matches|--files-without-match|--name-only)( |$)/;

function isLister({ name, args }: Command): boolean {
  // find is judged by code of its own, not by a table.
  if (name?.value === 'find') return true;
  if (
    LISTING_OPTIONS.test(args.map((arg) => (arg.type === 'Word' ? arg.value : '')).join(' ')) &&
    LISTERS_BY_OPTION.has(name?.value ?? '')
  )
    return true;
  const rule = name && ruleFor(name.value);
  if (!rule) return false;
  if (rule.listsPaths) return true;
  const words = args.flatMap((arg) => (arg.type === 'Word' && !arg.value.startsWith('-') ? [arg.value] : []));
  const [subcommand = ''] = words;
  return (
    rule.subcommands !== undefined &&
    Object.hasOwn(rule.subcommands, subcommand) &&
    rule.subcommands[subcommand]?.listsPaths === true
  );
}
