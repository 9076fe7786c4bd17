import { type Command, forEachChild, type Script, type SyntaxNode, type Word } from 'unbash';
import { isSpelled } from './spelled-word.ts';

const SETTERS =
  /^(read|mapfile|readarray|printf|getopts|export|declare|typeset|local|readonly|unset|wait|let|eval|source|\.|set|shift|command|builtin)$/;

/** Variables that a script sets, somewhere, to something that does not stand in it. */
export function tainted(script: Script): ReadonlySet<string> {
  const names = new Set<string>();
  const setTo: [name: string, value: Word][] = [];
  each(script as SyntaxNode, (node) => {
    if (node.type === 'Assignment') {
      if (node.append || node.index || node.value.type !== 'Word') names.add(node.name);
      else setTo.push([node.name, node.value]);
    }
    if (node.type === 'Select') names.add(node.name.value);
    if (node.type === 'For')
      if (node.wordlist) for (const word of node.wordlist) setTo.push([node.name.value, word]);
      else names.add(node.name.value);
    if (node.type === 'ParameterExpansion' && node.operation?.type === 'Default') names.add(node.parameter);
    if (node.type === 'ArithmeticWord') names.add(node.value);
    if (node.type === 'Command' && SETTERS.test(node.name?.value ?? ''))
      for (const name of namesIn(node)) names.add(name);
  });
  const known = { names: new Set(setTo.map(([name]) => name)), tainted: names };
  // A value made of one that is tainted is so as well.
  for (let before = -1; before !== names.size; ) {
    before = names.size;
    for (const [name, value] of setTo) if (!isSpelled(value, known)) names.add(name);
  }
  // It would part values elsewhere than they seem to.
  if (setTo.some(([name]) => name === 'IFS')) for (const [name] of setTo) names.add(name);
  return names;
}

/** Whatever looks like a name among the words. */
const namesIn = ({ args }: Command): string[] =>
  args.flatMap((arg) => (arg.type === 'Assignment' ? [arg.name] : (arg.text.match(/[A-Za-z_]\w*/g) ?? [])));

function each(root: SyntaxNode, see: (node: SyntaxNode) => void): void {
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    see(node);
    forEachChild(node, (child) => stack.push(child));
  }
}
