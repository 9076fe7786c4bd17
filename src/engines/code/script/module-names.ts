import type { ExportFact, ImportedName, ImportFact } from '../facts.ts';
import type { LineMap } from '../line-map.ts';
import { child, children, eachChild, type Node, nameOf, textField } from './node.ts';

interface ModuleNames {
  readonly imports: ImportFact[];
  readonly exports: ExportFact[];
}

/** What the statements of a module bring in and give out; imports in the middle of code are found with the uses. */
export function moduleNames(program: Node, lines: LineMap): ModuleNames {
  const found: ModuleNames = { imports: [], exports: [] };
  for (const statement of children(program, 'body')) readStatement(statement, lines, found);
  return found;
}

function readStatement(node: Node, lines: LineMap, { imports, exports }: ModuleNames): void {
  switch (node.type) {
    case 'ImportDeclaration':
      imports.push(importFact(node, lines, { kind: 'static', names: importedNames(node, lines) }));
      break;
    case 'TSImportEqualsDeclaration': {
      const reference = child(node, 'moduleReference');
      const id = child(node, 'id');
      const source = child(reference, 'expression');
      if (source && id) {
        const names = [{ name: '*', alias: nameOf(id) ?? '', at: lines.packed(id.start) }];
        imports.push(importFact({ ...node, source }, lines, { kind: 'require', names }));
      }
      break;
    }
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportDefaultDeclaration':
    case 'TSExportAssignment':
      exports.push(...exportFacts(node, lines));
      if (child(node, 'source'))
        imports.push({
          ...importFact(node, lines, { kind: 'static', names: passedOn(node, lines) }),
          isPassedOn: true,
        });
      break;
    default:
  }
}

function importFact(
  node: Node,
  lines: LineMap,
  { kind, names }: Pick<ImportFact, 'kind' | 'names'>,
): ImportFact {
  const source = child(node, 'source');
  const { line, column } = lines.range(source?.start ?? node.start, source?.end ?? node.end);
  const isType = node.importKind === 'type' || node.exportKind === 'type';
  return {
    module: nameOf(source) ?? '',
    line,
    column,
    names,
    kind,
    ...(isType && { isType: true as const }),
  };
}

function importedNames(node: Node, lines: LineMap): ImportedName[] {
  return children(node, 'specifiers').map((specifier) => {
    const local = child(specifier, 'local');
    const imported = child(specifier, 'imported');
    const alias = nameOf(local) ?? '';
    const isType = specifier.importKind === 'type';
    const name =
      specifier.type === 'ImportDefaultSpecifier'
        ? 'default'
        : specifier.type === 'ImportNamespaceSpecifier'
          ? '*'
          : (nameOf(imported) ?? alias);
    return {
      name,
      ...(alias !== name && { alias }),
      ...(isType && { isType: true as const }),
      at: lines.packed(nameStart(imported ?? local ?? specifier)),
    };
  });
}

const passedOn = (node: Node, lines: LineMap): ImportedName[] =>
  node.type === 'ExportAllDeclaration'
    ? [{ name: '*', at: lines.packed(node.start) }]
    : children(node, 'specifiers').map((specifier) => {
        const local = child(specifier, 'local');
        return { name: nameOf(local) ?? '', at: lines.packed(nameStart(local ?? specifier)) };
      });

function exportFacts(node: Node, lines: LineMap): ExportFact[] {
  const from = nameOf(child(node, 'source'));
  const passed = from === undefined ? {} : { from };
  const isType = node.exportKind === 'type' ? { isType: true as const } : {};
  if (node.type === 'ExportAllDeclaration') {
    const exported = child(node, 'exported');
    const at = lines.packed((exported ?? node).start);
    // `export * as shapes from`: all of it under one name.
    return [{ name: nameOf(exported) ?? '*', local: '*', ...passed, ...isType, at }];
  }
  if (node.type === 'TSExportAssignment') return defaultExport('=', child(node, 'expression'), node, lines);
  const declaration = child(node, 'declaration');
  if (node.type === 'ExportDefaultDeclaration') return defaultExport('default', declaration, node, lines);
  if (declaration) return declaredNames(declaration, lines).map((fact) => ({ ...fact, ...isType }));
  return children(node, 'specifiers').map((specifier) => {
    const [local, exported] = [child(specifier, 'local'), child(specifier, 'exported')];
    const [localName, name] = [nameOf(local) ?? '', nameOf(exported) ?? ''];
    const at = lines.packed(nameStart(exported ?? specifier));
    const localAt = lines.packed(nameStart(local ?? specifier));
    const ofType = specifier.exportKind === 'type' ? { isType: true as const } : isType;
    return {
      name,
      ...(localName !== name || from !== undefined ? { local: localName } : {}),
      ...passed,
      ...ofType,
      at,
      ...(localAt !== at && { localAt }),
    };
  });
}

function defaultExport(name: string, value: Node | undefined, node: Node, lines: LineMap): ExportFact[] {
  const id = value?.type === 'Identifier' ? value : child(value, 'id');
  const local = nameOf(id);
  const at = lines.packed(value?.type === 'Identifier' ? value.start : (id ?? node).start);
  return [{ name: name === '=' ? 'default' : name, ...(local !== undefined && { local }), at }];
}

/** `export { area as 'the area' }`: what is quoted starts after the quote. */
const nameStart = ({ type, start }: Node): number => (type === 'Literal' ? start + 1 : start);

/** The names a declaration declares, through all its patterns. */
function declaredNames(declaration: Node, lines: LineMap): ExportFact[] {
  const found: ExportFact[] = [];
  const bind = (node: Node): void => {
    if (node.type === 'Identifier') {
      const name = textField(node, 'name') ?? '';
      found.push({ name, at: lines.packed(node.start) });
      return;
    }
    if (node.type === 'Property') {
      const value = child(node, 'value');
      if (value) bind(value);
    } else if (node.type === 'AssignmentPattern') {
      const left = child(node, 'left');
      if (left) bind(left);
    } else if (!node.type.startsWith('TS')) eachChild(node, bind);
  };
  if (declaration.type === 'VariableDeclaration') {
    for (const declarator of children(declaration, 'declarations')) {
      const id = child(declarator, 'id');
      if (id) bind(id);
    }
  } else {
    const id = child(declaration, 'id');
    if (id?.type === 'Identifier') bind(id);
  }
  return found;
}
