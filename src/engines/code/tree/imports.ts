import type { Node, QueryMatch } from 'web-tree-sitter';
import type { ImportedName, ImportFact } from '../facts.ts';
import type { LineMap } from '../line-map.ts';
import type { GrammarRules } from './grammar-rules.ts';

/** One fact for each statement and module, with all names that are taken from it. */
export function importsOf(
  matches: readonly QueryMatch[],
  lines: LineMap,
  { moduleName = (written) => written }: GrammarRules,
): ImportFact[] {
  const found = new Map<string, Omit<ImportFact, 'names'> & { names: ImportedName[] }>();
  const taken = new Set<string>();
  for (const { captures } of matches) {
    const at = (wanted: string): Node | undefined => captures.find(({ name }) => name === wanted)?.node;
    const [statement, source, item, alias] = [at('import'), at('module'), at('item'), at('alias')];
    if (!statement) continue;
    // Some stand in several lines.
    const module = source ? moduleName(source.text).replace(/\s+/g, ' ') : '__future__';
    const key = `${statement.startIndex}:${source?.startIndex ?? 0}`;
    const { line, column } = lines.range((source ?? statement).startIndex, (source ?? statement).endIndex);
    const fact = found.get(key) ?? { module, line, column, kind: kindOf(statement), names: [] };
    found.set(key, fact);
    const name = item && (item.type === 'wildcard_import' || item.type === 'asterisk' ? '*' : item.text);
    if (name === undefined && alias === undefined) continue;
    const packed = lines.packed((item ?? source ?? statement).startIndex);
    // Not searched for among its names: a statement may have a hundred thousand.
    if (taken.has(`${key}:${packed}`)) continue;
    taken.add(`${key}:${packed}`);
    fact.names.push({ name: name ?? '*', ...(alias && { alias: alias.text }), at: packed });
  }
  return [...found.values()];
}

const kindOf = ({ type }: Node): ImportFact['kind'] =>
  /include|require|command|^call$/.test(type) ? 'include' : 'static';
