import { type Command, forEachChild, type Script, type SyntaxNode, type Word } from 'unbash';
import { isSpelled, type Known, startsAsGlob } from './spelled-word.ts';

const SETTERS =
  /^(read|mapfile|readarray|printf|getopts|export|declare|typeset|local|readonly|unset|wait|let|eval|source|\.|set|shift|command|builtin)$/;

const MOST_ROUNDS = 8;
const MOST_VALUES = 500;

/** Variables that a script sets, somewhere, to something that does not stand in it, or that a wildcard finds. */
export function variablesIn(
  script: Script,
  namesOf: Known['namesOf'] = () => NO_NAMES,
): Omit<Known, 'names'> & { readonly set: ReadonlySet<string> } {
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
  // Before what is tainted by others.
  const set = new Set(names);
  const globs = new Set<string>();
  const found = patternsIn(setTo);
  const setNames = new Set(setTo.map(([name]) => name));
  // What stands behind `=` is not parted.
  const known = { names: setNames, tainted: names, globs, found, namesOf: () => NO_NAMES };
  // A value made of one that is tainted is so as well.
  let rounds = 0;
  for (let before = -1; before !== names.size + globs.size && rounds <= MOST_ROUNDS; rounds++) {
    before = names.size + globs.size;
    for (const [name, value] of setTo) {
      if (!isSpelled(value, known)) names.add(name);
      if (startsAsGlob(value, known) || /^["']?[*?[]/.test(value.text)) globs.add(name);
    }
  }
  // More than anybody follows; and a value that is parted elsewhere than it seems to.
  const isBeyond = rounds > MOST_ROUNDS || setTo.length > MOST_VALUES;
  if (isBeyond || setTo.some(([name]) => name === 'IFS')) for (const [name] of setTo) names.add(name);
  return { tainted: names, globs, found, namesOf, set };
}

const NO_NAMES = { isOption: false, isParted: false };

/** The patterns that each variable is set to; an empty one where it is made of such a variable. */
function patternsIn(setTo: readonly (readonly [name: string, value: Word])[]): Known['found'] {
  const found = new Map<string, readonly string[]>();
  const add = (name: string, pattern: string): void => {
    const before = found.get(name) ?? [];
    if (!before.includes(pattern)) found.set(name, [...before, pattern]);
  };
  for (const [name, { parts = [], text }] of setTo)
    if (GLOB.test(text)) add(name, parts.every(({ type }) => /^(Literal|Glob)$/.test(type)) ? text : '');
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const [name, { text }] of setTo) {
      const isMade = [...found.keys()].some(
        (other) => text.includes(`$${other}`) || text.includes(`{${other}`),
      );
      if (isMade && !found.has(name)) add(name, '');
    }
  }
  return found;
}

const GLOB = /[*?[]/;

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
