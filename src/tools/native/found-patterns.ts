import type { Script, Word } from 'unbash';
import { nodesIn } from '../../core/shell/nodes-in.ts';
import { isLiteral } from '../../core/shell/plain-variables.ts';
import type { Known } from './spelled-word.ts';

/** Of the variables of a script, those that hold what a wildcard finds. */
export function patternsIn(script: Script): Pick<Known, 'globs' | 'found'> {
  const globs = new Set<string>();
  const found = new Map<string, readonly string[]>();
  for (const [name, { parts = [], text }] of valuesIn(script)) {
    if (!GLOB.test(text)) continue;
    if (/^["']?[*?[]/.test(text)) globs.add(name);
    const isPattern = parts.every(({ type }) => /^(Literal|Glob)$/.test(type));
    found.set(name, [...(found.get(name) ?? []), isPattern ? text : '']);
  }
  return { globs, found };
}

const GLOB = /[*?[]/;

/** Whether it sets a variable, by `=` or in a loop, to something that does not stand in it. */
export const setsComputed = (script: Script): boolean =>
  valuesIn(script).some(([, value]) => !isLiteral(value));

/** What each variable is set to. */
export function valuesIn(script: Script): [name: string, value: Word][] {
  const values: [string, Word][] = [];
  for (const node of nodesIn(script)) {
    if (node.type === 'Assignment')
      for (const value of node.value.type === 'Word' ? [node.value] : node.value.elements)
        values.push([node.name, value]);
    if (node.type === 'For') for (const word of node.wordlist ?? []) values.push([node.name.value, word]);
  }
  return values;
}
