import { cappedFacts } from './capped-facts.ts';
import type { FileFacts } from './facts.ts';
import { type CodeLanguage, codeLanguageOf } from './languages.ts';
import { createLineMap } from './line-map.ts';
import { countLines } from './script/comments.ts';
import { scriptKindOf } from './script/parse-script.ts';
import { readScript } from './script/read-script.ts';
import { scriptBlocks } from './script/script-blocks.ts';
import { readTree } from './tree/read-tree.ts';

export interface FactsOptions {
  /** Where names are used, too: twice the work. */
  readonly withUses: boolean;
  /** Leave oxc out, since it does not survive this text. */
  readonly isTreeOnly?: boolean;
}

/** Longer texts are generated; to read them would hold up everything else. */
const MOST_CHARACTERS = 8_000_000;
const MOST_TREE_CHARACTERS = 2_000_000;
const TREE_MS = 3000;

/** What the text of a file tells; undefined for a language that is not known. */
export async function readFacts(
  path: string,
  text: string,
  options: FactsOptions,
): Promise<FileFacts | undefined> {
  const language = codeLanguageOf(path);
  if (!language) return undefined;
  if (text.length > MOST_CHARACTERS) return unread(language, text, `it has ${text.length} characters`);
  const facts = (!options.isTreeOnly && scriptFacts(path, text, language, options)) || undefined;
  return cappedFacts(facts ?? (await treeFacts(text, language)));
}

function scriptFacts(
  path: string,
  text: string,
  { id, reader }: CodeLanguage,
  { withUses }: FactsOptions,
): FileFacts | undefined {
  if (reader === 'grammar') return undefined;
  if (reader === 'script')
    return survive(() => readScript(text, { language: id, kind: scriptKindOf(path), withUses }));
  const { text: code, kind } = scriptBlocks(text);
  const facts = survive(() => readScript(code, { language: id, kind, withUses }));
  if (!facts) return undefined;
  const lines = createLineMap(text);
  const { loc } = countLines(text, lines, []);
  return { ...facts, lines: lines.lines, loc: loc - facts.commentLines };
}

/** A tree that is too deep to walk is read another way. */
function survive<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

async function treeFacts(text: string, { id, reader, grammar }: CodeLanguage): Promise<FileFacts> {
  const language = { id, reader, grammar };
  if (text.length > MOST_TREE_CHARACTERS) return unread(language, text, `it has ${text.length} characters`);
  const code = reader === 'blocks' ? scriptBlocks(text).text : text;
  const facts = await readTree(code, { language: id, grammar, deadlineMs: TREE_MS });
  return facts ?? unread(language, text, `reading it took more than ${TREE_MS} ms`);
}

/** Nothing but its lines is known. */
function unread({ id }: CodeLanguage, text: string, why: string): FileFacts {
  const lines = createLineMap(text);
  return {
    language: id,
    parser: 'tree-sitter',
    syntaxErrors: 0,
    problems: [],
    lines: lines.lines,
    ...countLines(text, lines, []),
    symbols: [],
    imports: [],
    exports: [],
    note: `Not read as code: ${why}`,
  };
}
