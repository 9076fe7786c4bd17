import type { ExportFact, SymbolKind } from '../facts.ts';
import type { LineMap } from '../line-map.ts';
import { bare, child, children, type Node, nameOf, textField } from './node.ts';

/** What a module of Node gives out: `exports.area = …`, `module.exports = { area }`, one after the other or in a row. */
export function commonExports(program: Node, lines: LineMap): ExportFact[] {
  return children(program, 'body').flatMap((statement) => {
    const targets: Node[] = [];
    let value = child(statement, 'expression');
    while (value?.type === 'AssignmentExpression' && value.operator === '=') {
      const left = child(value, 'left');
      if (left) targets.push(left);
      value = bare(child(value, 'right'));
    }
    const given = value;
    return given ? targets.flatMap((target) => exportsOf(target, given, lines)) : [];
  });
}

function exportsOf(target: Node, value: Node, lines: LineMap): ExportFact[] {
  if (isModuleExports(target)) return wholeOf(value, lines);
  const object = child(target, 'object');
  const property = target.computed === true ? undefined : child(target, 'property');
  const name = nameOf(property);
  if (!property || name === undefined || name === '__esModule') return [];
  if (nameOf(object) !== 'exports' && !isModuleExports(object)) return [];
  return [{ name, ...facts(name, value), at: lines.packed(property.start) }];
}

/** `module.exports = …`: each name of an object, else the thing itself, or all of another module. */
function wholeOf(value: Node, lines: LineMap): ExportFact[] {
  const from = requiredBy(value);
  if (from !== undefined) return [{ name: '*', local: '*', from, at: lines.packed(value.start) }];
  if (value.type !== 'ObjectExpression')
    return [{ name: 'default', ...facts('default', value), at: lines.packed(value.start) }];
  return children(value, 'properties').flatMap((property): ExportFact[] => {
    if (property.type === 'SpreadElement') {
      const passed = requiredBy(child(property, 'argument'));
      return passed === undefined
        ? []
        : [{ name: '*', local: '*', from: passed, at: lines.packed(property.start) }];
    }
    const key = child(property, 'key');
    const name = property.computed === true ? undefined : nameOf(key);
    const given = bare(child(property, 'value'));
    return key && given && name !== undefined
      ? [{ name, ...facts(name, given), at: lines.packed(key.start) }]
      : [];
  });
}

const KINDS: Readonly<Record<string, SymbolKind>> = {
  FunctionExpression: 'function',
  ArrowFunctionExpression: 'function',
  ClassExpression: 'class',
};

/** What it is called in here, and what it is where it has no name. */
function facts(name: string, value: Node): Pick<ExportFact, 'local' | 'kind'> {
  const kind = KINDS[value.type];
  const local = value.type === 'Identifier' ? nameOf(value) : nameOf(child(value, 'id'));
  return { ...(local !== undefined && local !== name && { local }), ...(kind !== undefined && { kind }) };
}

const isModuleExports = (node: Node | undefined): boolean =>
  node?.type === 'MemberExpression' &&
  nameOf(child(node, 'object')) === 'module' &&
  nameOf(child(node, 'property')) === 'exports';

function requiredBy(node: Node | undefined): string | undefined {
  if (node?.type !== 'CallExpression' || textField(child(node, 'callee'), 'name') !== 'require')
    return undefined;
  return nameOf(children(node, 'arguments')[0]);
}
