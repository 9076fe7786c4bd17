import type { Node } from 'web-tree-sitter';
import type { GrammarRules } from '../grammar-rules.ts';

export const python: GrammarRules = {
  query: `
    (function_definition name: (identifier) @name) @def.function
    (class_definition name: (identifier) @name) @def.class
    (assignment left: (identifier) @name) @def.variable
    (assignment left: [(pattern_list (identifier) @name) (tuple_pattern (identifier) @name)
      (list_pattern (identifier) @name)]) @def.variable
    (assignment left: (_ (list_splat_pattern (identifier) @name))) @def.variable
    (assignment left: (attribute attribute: (identifier) @name)) @def.property
    (assignment left: [(pattern_list (attribute attribute: (identifier) @name))
      (tuple_pattern (attribute attribute: (identifier) @name))]) @def.property
    (type_alias_statement left: (type (identifier) @name)) @def.type
    (import_statement name: (dotted_name) @module) @import
    (import_statement name: (aliased_import name: (dotted_name) @module alias: (identifier) @alias)) @import
    (import_from_statement module_name: (_) @module name: (dotted_name) @item) @import
    (import_from_statement module_name: (_) @module
      name: (aliased_import name: (dotted_name) @item alias: (identifier) @alias)) @import
    (import_from_statement module_name: (_) @module (wildcard_import) @item) @import
    (future_import_statement name: (_) @item) @import
    (comment) @comment
    [(if_statement) (elif_clause) (for_statement) (while_statement) (except_clause) (conditional_expression)
     (boolean_operator) (case_clause) (if_clause) (for_in_clause)] @branch
  `,
  identifiers: ['identifier'],
  named: (name, kind) => {
    const [inner, outer] = scopesAround(name);
    if (name.parent?.type === 'attribute')
      return isSelf(name) && inner?.type === 'function_definition' && outer?.type === 'class_definition'
        ? { name, kind }
        : undefined;
    if (kind !== 'variable') return { name, kind };
    if (inner?.type === 'function_definition' || inner?.type === 'lambda') return undefined;
    return { name, kind: inner ? 'property' : 'variable' };
  },
  isRepeated: ({ parent }) => parent?.type === 'attribute',
  containerOf: (definition) => {
    const left = definition.type === 'assignment' ? definition.childForFieldName('left') : null;
    return left && /^attribute$|^pattern_list$|^tuple_pattern$/.test(left.type) && left.text.includes('.')
      ? classesAround(definition)
      : undefined;
  },
  isExported: (_definition, name) => !name.startsWith('_'),
  docOf: (definition) => {
    const first = definition.childForFieldName('body')?.namedChild(0);
    const text = first?.type === 'expression_statement' ? first.namedChild(0) : undefined;
    return text?.type === 'string'
      ? text.text.replace(/^[rbuf]*("""|'''|"|')|("""|'''|"|')$/gi, '')
      : undefined;
  },
  wholeOf: (definition) =>
    definition.parent?.type === 'decorated_definition' ? definition.parent : definition,
};

const SCOPES = new Set(['function_definition', 'class_definition', 'lambda']);

/** The innermost function or class around a node, and the one around that. */
function scopesAround({ parent }: Node): Node[] {
  const found: Node[] = [];
  for (let node = parent; node && found.length < 2; node = node.parent)
    if (SCOPES.has(node.type)) found.push(node);
  return found;
}

const isSelf = ({ parent }: Node): boolean => parent?.childForFieldName('object')?.text === 'self';

/** What is given to `self` in a method belongs to the class. */
function classesAround(definition: Node): string {
  const names: string[] = [];
  for (let node = definition.parent; node; node = node.parent)
    if (node.type === 'class_definition') names.unshift(node.childForFieldName('name')?.text ?? '');
  return names.join('.');
}
