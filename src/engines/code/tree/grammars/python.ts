import type { GrammarRules } from '../grammar-rules.ts';

export const python: GrammarRules = {
  query: `
    (function_definition name: (identifier) @name) @def.function
    (class_definition name: (identifier) @name) @def.class
    (module (expression_statement (assignment left: (identifier) @name) @def.variable))
    (class_definition body: (block (expression_statement (assignment left: (identifier) @name) @def.property)))
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
