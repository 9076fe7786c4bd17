import type { ExportFact, FileFacts } from '../facts.ts';
import { createLineMap } from '../line-map.ts';
import type { SymbolDraft } from './collector.ts';
import { countLines, createDocs } from './comments.ts';
import { commonExports } from './common-exports.ts';
import { moduleNames } from './module-names.ts';
import { parseScript, type ScriptKind } from './parse-script.ts';
import { collectSymbols } from './symbols.ts';
import { collectUses } from './uses.ts';

interface ScriptOptions {
  readonly language: string;
  readonly kind: ScriptKind;
  /** Without them it takes half the time. */
  readonly withUses: boolean;
}

const MOST_PROBLEMS = 20;

/** The facts of a script; undefined where its syntax keeps oxc from reading any of it. */
export function readScript(text: string, { language, kind, withUses }: ScriptOptions): FileFacts | undefined {
  const { program, comments, errors } = parseScript(text, kind);
  const isUnread = errors.length > 0 && Array.isArray(program.body) && program.body.length === 0;
  if (isUnread) return undefined;
  const lines = createLineMap(text);
  const symbols = collectSymbols(program, {
    text,
    lines,
    docOf: createDocs(text, comments),
    isTyped: kind !== 'js' && kind !== 'jsx',
  });
  const { imports, exports } = moduleNames(program, lines);
  const used = withUses ? collectUses(program, lines, { imports, comments }) : undefined;
  const common = commonExports(program, lines);
  const own = [...exports, ...common].filter(({ from }) => from === undefined);
  markExported(symbols, new Set(own.map(({ name, local }) => local ?? name)));
  const withKind = (fact: ExportFact): ExportFact => {
    const kind = symbols.find(
      ({ name, container }) => !container && name === (fact.local ?? fact.name),
    )?.kind;
    return fact.from === undefined && kind !== undefined ? { ...fact, kind } : fact;
  };
  return {
    language,
    parser: 'oxc',
    syntaxErrors: errors.length,
    problems: errors.slice(0, MOST_PROBLEMS).map(({ message, at }) => {
      const { line, column } = lines.range(at, at);
      return { line, column, message };
    }),
    lines: lines.lines,
    ...countLines(text, lines, comments),
    symbols,
    imports: [...imports, ...(used?.codeImports ?? [])],
    exports: exports.map(withKind),
    ...(common.length > 0 && { commonExports: common.map(withKind) }),
    ...(used && { uses: used.uses }),
  };
}

/** `export { area }` may stand far from what it exports. */
function markExported(symbols: readonly SymbolDraft[], names: ReadonlySet<string>): void {
  for (const symbol of symbols)
    if (symbol.container === undefined && names.has(symbol.name)) symbol.isExported = true;
}
