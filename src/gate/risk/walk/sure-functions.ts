import type { Script, SyntaxNode } from 'unbash';
import { nodesIn } from '../../../core/shell/nodes-in.ts';
import { ruleFor } from '../programs/rule-for.ts';

/** With these a function may be gone again, or be another one. */
const CHANGES = new Set([
  'unset',
  'eval',
  'source',
  '.',
  'builtin',
  'command',
  'enable',
  'alias',
  'trap',
  'set',
]);

/**
 * The functions of a script that are surely what their names mean, and from where on: defined for all that follows, not in a
 * branch, a subshell or the background. A name that a program is known by is none of them; nobody needs that in a command,
 * and where the function is not there, the program runs.
 */
export function sureFunctions(script: Script): ReadonlyMap<string, number> {
  if (mayChange(script)) return new Map();
  return new Map(
    script.commands.flatMap(({ command, background }): [string, number][] => {
      if (background || command.type !== 'Function') return [];
      const name = command.name.value;
      return /^\w+$/.test(name) && ruleFor(name) === undefined ? [[name, command.end]] : [];
    }),
  );
}

function mayChange(root: SyntaxNode): boolean {
  for (const node of nodesIn(root)) {
    if (node.type === 'Command' && node.name && isOther(node.name)) return true;
  }
  return false;
}

const isOther = ({ value, parts }: { value: string; parts?: readonly SyntaxNode[] | undefined }): boolean =>
  CHANGES.has(value) || (parts?.some(({ type }) => type !== 'Literal') ?? false);
