import type { SymbolFact } from '../../engines/code/facts.ts';

const CLASS_LIKE = new Set(['class', 'struct', 'interface', 'trait', 'protocol', 'enum']);
const PROPERTIES = new Set(['property', 'field', 'enum-member', 'constant', 'variable']);

const isClassLike = ({ kind }: SymbolFact): boolean => CLASS_LIKE.has(kind);
const pathOf = ({ container, name }: SymbolFact): string => (container ? `${container}.${name}` : name);

/** Functions that belong to no class. */
export function describeFunctions(symbols: readonly SymbolFact[]) {
  const classes = new Set(symbols.filter(isClassLike).map(pathOf));
  return symbols
    .filter(({ type, container }) => type === 'function' && !classes.has(container ?? ''))
    .map((symbol) => ({
      ...describeFunction(symbol),
      ...(symbol.container !== undefined && { container: symbol.container }),
    }));
}

export function describeClasses(symbols: readonly SymbolFact[]) {
  // The members may stand elsewhere: those of Go and C++ do.
  const members = Map.groupBy(symbols, ({ container }) => container ?? '');
  return symbols.filter(isClassLike).map((symbol) => {
    const own = members.get(pathOf(symbol)) ?? [];
    return {
      name: symbol.name,
      kind: symbol.kind,
      line: symbol.line,
      column: symbol.column,
      endLine: symbol.range.endLine,
      ...(symbol.extends && { extends: [...symbol.extends] }),
      ...(symbol.implements && { implements: [...symbol.implements] }),
      methods: own.filter(({ type }) => type === 'function').map(describeFunction),
      properties: own
        .filter(({ kind }) => PROPERTIES.has(kind))
        .map(({ name, line, valueType, isStatic, visibility }) => ({
          name,
          line,
          ...(valueType !== undefined && { type: valueType }),
          ...(isStatic && { static: true }),
          ...(visibility !== undefined && { visibility }),
        })),
    };
  });
}

const describeFunction = (symbol: SymbolFact) => ({
  name: symbol.name,
  kind: symbol.kind,
  line: symbol.line,
  column: symbol.column,
  endLine: symbol.range.endLine,
  parameters: (symbol.parameters ?? []).map(({ name, type, isOptional }) => ({
    name,
    ...(type !== undefined && { type }),
    ...(isOptional && { optional: true }),
  })),
  ...(symbol.returnType !== undefined && { returnType: symbol.returnType }),
  async: symbol.isAsync ?? false,
  ...(symbol.isStatic && { static: true }),
  ...(symbol.visibility !== undefined && { visibility: symbol.visibility }),
  complexity: symbol.complexity ?? 1,
});
