import { createRequire } from 'node:module';
import { Language, Parser, Query, type Tree } from 'web-tree-sitter';
import type { GrammarRules } from './grammar-rules.ts';
import { GRAMMARS } from './grammars.ts';

export interface Grammar {
  readonly rules: GrammarRules;
  readonly definitions: Query;
  readonly identifiers: Query;
  /** The tree must be deleted; undefined where the time is over before it is there. */
  parse(text: string, isOver: () => boolean): Tree | undefined;
}

const loaded = new Map<string, Promise<Grammar>>();

/** Loads a grammar with its first file. */
export function loadGrammar(name: string): Promise<Grammar> {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const grammar = load(name);
  loaded.set(name, grammar);
  return grammar;
}

let ready: Promise<void> | undefined;

async function load(name: string): Promise<Grammar> {
  const rules = GRAMMARS[name];
  if (!rules) throw new Error(`There is no grammar ${name}`);
  ready ??= Parser.init();
  await ready;
  const require = createRequire(import.meta.url);
  const language = await Language.load(
    require.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`),
  );
  const parser = new Parser();
  parser.setLanguage(language);
  return {
    rules,
    definitions: new Query(language, rules.query),
    identifiers: new Query(language, `[${rules.identifiers.map((type) => `(${type})`).join(' ')}] @id`),
    parse: (text, isOver) => {
      const tree = parser.parse(text, null, { progressCallback: isOver });
      // A parse that was given up would go on with the next text.
      if (tree === null) parser.reset();
      return tree ?? undefined;
    },
  };
}
