import type { Node, QueryMatch, Tree } from 'web-tree-sitter';
import type { FileFacts, SymbolFact, SyntaxProblem } from '../facts.ts';
import { createLineMap, type LineMap } from '../line-map.ts';
import { countLines } from '../script/comments.ts';
import { type Draft, draftOf, toSymbols } from './definitions.ts';
import type { GrammarRules } from './grammar-rules.ts';
import { importsOf } from './imports.ts';
import { loadGrammar } from './load-grammar.ts';

interface TreeOptions {
  readonly language: string;
  readonly grammar: string;
  readonly deadlineMs: number;
}

/** The facts of a file in any language that has a grammar; undefined where it takes too long. */
export async function readTree(text: string, options: TreeOptions): Promise<FileFacts | undefined> {
  const grammar = await loadGrammar(options.grammar);
  const endAt = performance.now() + options.deadlineMs;
  const isOver = (): boolean => performance.now() > endAt;
  const tree = grammar.parse(text, isOver);
  if (!tree) return undefined;
  try {
    // A query takes time by the square of how deep the tree is.
    const matches = grammar.definitions.matches(tree.rootNode, { progressCallback: isOver });
    return isOver() ? undefined : factsOf(tree, matches, { text, ...options, rules: grammar.rules });
  } finally {
    tree.delete();
  }
}

interface TreeText extends Pick<TreeOptions, 'language'> {
  readonly text: string;
  readonly rules: GrammarRules;
}

function factsOf(tree: Tree, matches: readonly QueryMatch[], { text, language, rules }: TreeText): FileFacts {
  const lines = createLineMap(text);
  const comments: Node[] = [];
  const branches: number[] = [];
  const drafts: Draft[] = [];
  const imports: QueryMatch[] = [];
  for (const match of matches) {
    const [first] = match.captures;
    if (first?.name === 'comment') comments.push(first.node);
    else if (first?.name === 'branch') branches.push(first.node.startIndex);
    else if (match.captures.some(({ name }) => name === 'import')) imports.push(match);
    else {
      const draft = draftOf(match, rules);
      if (draft) drafts.push(draft);
    }
  }
  const spans = comments.map(({ startIndex: start, endIndex: end }) => ({ start, end }));
  const errors = errorsIn(tree.rootNode);
  const symbols = toSymbols(drafts, { text, lines, comments, branches, rules });
  const statements = imports.flatMap(
    ({ captures }) => captures.find(({ name }) => name === 'import')?.node ?? [],
  );
  const uses = rules.usesIn?.(statements, lines);
  return {
    language,
    parser: 'tree-sitter',
    syntaxErrors: errors.length,
    problems: errors.slice(0, MOST_PROBLEMS).map((node) => problemOf(node, lines)),
    lines: lines.lines,
    ...countLines(text, lines, spans),
    symbols,
    imports: uses?.imports ?? importsOf(imports, lines, rules),
    exports: [...exportsOf(symbols, lines), ...(uses?.exports ?? [])],
  };
}

const exportsOf = (symbols: readonly SymbolFact[], lines: LineMap) =>
  symbols
    .filter(({ container, isExported }) => isExported && container === undefined)
    .map(({ name, kind, line, column }) => ({
      name,
      kind,
      at: lines.packed(lines.startOf(line) + column - 1),
    }));

const MOST_ERRORS = 1000;
const MOST_PROBLEMS = 20;

/** Looks only where there is one. */
function errorsIn(node: Node, found: Node[] = []): Node[] {
  if (found.length >= MOST_ERRORS) return found;
  if (node.isError || node.isMissing) found.push(node);
  else if (node.hasError) for (const part of node.children) if (part) errorsIn(part, found);
  return found;
}

function problemOf(node: Node, lines: LineMap): SyntaxProblem {
  const { line, column } = lines.range(node.startIndex, node.endIndex);
  return { line, column, message: node.isMissing ? `Missing ${node.type}` : 'Syntax error' };
}
