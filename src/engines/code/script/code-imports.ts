import type { ImportedName, ImportFact } from '../facts.ts';
import type { LineMap } from '../line-map.ts';
import { bare, child, children, type Node, nameOf, textField } from './node.ts';

/** An import in the middle of code: `import('./shape')`, `require('./shape')`, or one of a type. */
export interface CodeImport {
  toFact(lines: LineMap): ImportFact;
}

/** What a node brings in, together with the names that are taken from it right there. */
export function codeImport(node: Node): CodeImport | undefined {
  switch (node.type) {
    case 'VariableDeclarator': {
      const found = importedBy(child(node, 'init'));
      return found && taken(found, patternNames(child(node, 'id')));
    }
    case 'MemberExpression': {
      const found = importedBy(child(node, 'object'));
      const property = child(node, 'property');
      const name = node.computed === true ? undefined : nameOf(property);
      if (!found || !property || name === undefined || name === 'then') return undefined;
      return taken(found, [{ name, start: property.start }]);
    }
    case 'TSImportType':
      return typeImport(node);
    case 'TSModuleDeclaration':
      return augmentation(node);
    case 'ImportExpression':
    case 'CallExpression': {
      const found = importedBy(node);
      return found && taken(found, undefined);
    }
    default:
      return undefined;
  }
}

interface Imported {
  readonly node: Node;
  readonly source: Node;
  readonly kind: 'dynamic' | 'require';
}

function importedBy(value: Node | undefined): Imported | undefined {
  const node = bare(value);
  if (node?.type === 'AwaitExpression') return importedBy(child(node, 'argument'));
  if (node?.type === 'ImportExpression') {
    const source = child(node, 'source');
    return source?.type === 'Literal' ? { node, source, kind: 'dynamic' } : undefined;
  }
  const isRequire = node?.type === 'CallExpression' && textField(child(node, 'callee'), 'name') === 'require';
  const [source] = isRequire ? children(node, 'arguments') : [];
  return node && source?.type === 'Literal' && typeof source.value === 'string'
    ? { node, source, kind: 'require' }
    : undefined;
}

interface Taken {
  readonly name: string;
  readonly alias?: string;
  readonly start: number;
}

/** Undefined names: all of the module goes somewhere, and any of it may be used. */
function taken({ node, source, kind }: Imported, names: readonly Taken[] | undefined): CodeImport {
  return {
    toFact: (lines) => ({
      module: nameOf(source) ?? '',
      ...lineAndColumn(lines, source),
      kind,
      names: names
        ? names.map(
            ({ name, alias, start }): ImportedName => ({
              name,
              ...(alias !== undefined && { alias }),
              at: lines.packed(start),
            }),
          )
        : [{ name: '*', at: lines.packed(node.start) }],
      ...(names === undefined && { isOpen: true as const }),
    }),
  };
}

/** `const { area, side: length } = await import('./shape')`; a plain name takes all of it. */
function patternNames(id: Node | undefined): Taken[] | undefined {
  if (id?.type !== 'ObjectPattern') return undefined;
  const properties = children(id, 'properties');
  if (properties.some(({ type, computed }) => type !== 'Property' || computed === true)) return undefined;
  return properties.flatMap((property) => {
    const key = child(property, 'key');
    const name = nameOf(key);
    const alias = nameOf(child(property, 'value'));
    if (!key || name === undefined) return [];
    return [{ name, start: key.start, ...(alias !== undefined && alias !== name && { alias }) }];
  });
}

function typeImport(node: Node): CodeImport | undefined {
  const argument = child(node, 'source') ?? child(node, 'argument');
  const source = argument?.type === 'TSLiteralType' ? child(argument, 'literal') : argument;
  if (!source || nameOf(source) === undefined) return undefined;
  const first = leftmost(child(node, 'qualifier'));
  const name = nameOf(first);
  return {
    toFact: (lines) => ({
      module: nameOf(source) ?? '',
      ...lineAndColumn(lines, source),
      kind: 'dynamic',
      isType: true,
      names: first && name !== undefined ? [{ name, isType: true, at: lines.packed(first.start) }] : [],
      ...(name === undefined && { isOpen: true as const }),
    }),
  };
}

/** `declare module './shape' { interface Shape {} }` adds to what is declared there, and sees all of it. */
function augmentation(node: Node): CodeImport | undefined {
  const source = child(node, 'id');
  if (source?.type !== 'Literal') return undefined;
  const names = children(child(node, 'body'), 'body').flatMap((statement) => {
    const id = child(child(statement, 'declaration') ?? statement, 'id');
    const name = nameOf(id);
    return id && name !== undefined ? [{ name, start: id.start }] : [];
  });
  return {
    toFact: (lines) => ({
      module: nameOf(source) ?? '',
      ...lineAndColumn(lines, source),
      kind: 'dynamic',
      isType: true,
      isOpen: true,
      names: names.map(({ name, start }) => ({ name, isType: true, at: lines.packed(start) })),
    }),
  };
}

const leftmost = (node: Node | undefined): Node | undefined =>
  node?.type === 'TSQualifiedName' ? leftmost(child(node, 'left')) : node;

function lineAndColumn(lines: LineMap, { start, end }: Node): { line: number; column: number } {
  const { line, column } = lines.range(start, end);
  return { line, column };
}
