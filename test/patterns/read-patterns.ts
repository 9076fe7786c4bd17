import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { patternOfWords } from '../../src/core/text/one-of.ts';

/** A regular expression as it is written in a source file. */
export interface Pattern {
  /** Relative to the root, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

const LISTS = ['oneOf', 'oneOfInAnyCase'];

/** Every pattern literal and list of words below `root`; those put together from other strings are not seen. */
export function readPatterns(root: string): Pattern[] {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  return names
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => patternsOf(name.replaceAll('\\', '/'), readFileSync(join(root, name), 'utf8')));
}

export function patternsOf(file: string, text: string): Pattern[] {
  const found: Pattern[] = [];
  const lineOf = ({ start }: { readonly start: number }) => text.slice(0, start).split('\n').length;
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      found.push({ file, line: lineOf(node), source: node.regex.pattern, flags: node.regex.flags });
    },
    TaggedTemplateExpression(node) {
      const name = node.tag.type === 'Identifier' ? node.tag.name : '';
      if (!LISTS.includes(name)) return;
      const source = patternOfWords(node.quasi.quasis[0]?.value.raw ?? '');
      found.push({ file, line: lineOf(node), source, flags: name === 'oneOf' ? '' : 'i' });
    },
  }).visit(parseSync(file, text).program);
  return found;
}
