import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/** A regular expression as it is written in a source file. */
export interface Pattern {
  /** Relative to the root, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

/** Every pattern literal below `root`; those put together from strings are not seen. */
export function readPatterns(root: string): Pattern[] {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  return names
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => patternsOf(name.replaceAll('\\', '/'), readFileSync(join(root, name), 'utf8')));
}

export function patternsOf(file: string, text: string): Pattern[] {
  const found: Pattern[] = [];
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      const line = text.slice(0, node.start).split('\n').length;
      found.push({ file, line, source: node.regex.pattern, flags: node.regex.flags });
    },
  }).visit(parseSync(file, text).program);
  return found;
}
