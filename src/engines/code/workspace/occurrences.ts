import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Node } from 'web-tree-sitter';
import { codeLanguageOf } from '../languages.ts';
import { createLineMap, type LineMap } from '../line-map.ts';
import { scriptBlocks } from '../script/script-blocks.ts';
import { loadGrammar } from '../tree/load-grammar.ts';
import type { Workspace } from './workspace.ts';

const FILE_MS = 2000;
/** Files that are not read by then are named. */
const ALL_MS = 8000;
/** Others get a turn after this time. */
const WORK_MS = 15;
const MOST_CHARACTERS = 2_000_000;

/** Where a name is written as code, in no comment and no string; packed positions by file. */
export const findOccurrences = (
  name: string,
  files: readonly string[],
  workspace: Pick<Workspace, 'textOf'>,
): Promise<{ places: Map<string, number[]>; unread: string[] }> =>
  describeOccurrences(name, files, workspace, (node, lines) => lines.packed(node.endIndex - name.length));

/** The same, each told by its node in the tree of the file. */
export async function describeOccurrences<T>(
  name: string,
  files: readonly string[],
  { textOf }: Pick<Workspace, 'textOf'>,
  describe: (node: Node, lines: LineMap, file: string) => T,
): Promise<{ places: Map<string, T[]>; unread: string[] }> {
  const places = new Map<string, T[]>();
  const unread: string[] = [];
  const endAt = performance.now() + ALL_MS;
  let startedAt = performance.now();
  for (const file of files) {
    if (performance.now() - startedAt > WORK_MS) {
      await nextTurn();
      startedAt = performance.now();
    }
    if (startedAt > endAt) {
      unread.push(file);
      continue;
    }
    const text = textOf(file);
    const language = codeLanguageOf(file);
    if (text === undefined || !language) continue;
    if (text.length > MOST_CHARACTERS) {
      unread.push(file);
      continue;
    }
    const found = await inText(
      name,
      language.reader === 'blocks' ? scriptBlocks(text).text : text,
      language.grammar,
      (node, lines) => describe(node, lines, file),
    );
    if (!found) unread.push(file);
    else if (found.length > 0) places.set(file, found);
  }
  return { places, unread };
}

async function inText<T>(
  name: string,
  text: string,
  grammarName: string,
  describe: (node: Node, lines: LineMap) => T,
): Promise<T[] | undefined> {
  const grammar = await loadGrammar(grammarName);
  const endAt = performance.now() + FILE_MS;
  const isOver = (): boolean => performance.now() > endAt;
  const tree = grammar.parse(text, isOver);
  if (!tree) return undefined;
  try {
    const lines = createLineMap(text);
    const captures = grammar.identifiers.captures(tree.rootNode, { progressCallback: isOver });
    if (isOver()) return undefined;
    // Signs that belong to the name in some languages: $side, :side, @side.
    return captures
      .filter(({ node }) => node.endIndex - node.startIndex - name.length <= 2)
      .filter(({ node }) => text.slice(node.startIndex, node.endIndex).replace(/^[$:@]+/, '') === name)
      .map(({ node }) => describe(node, lines));
  } finally {
    tree.delete();
  }
}
