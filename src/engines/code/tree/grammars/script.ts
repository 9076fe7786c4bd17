import { type GrammarRules, unquoted } from '../grammar-rules.ts';

/** Scripts are read by oxc; this is for files that are half written, of which it reads nothing. */
const JAVASCRIPT = `
  (function_declaration name: (_) @name) @def.function
  (generator_function_declaration name: (_) @name) @def.function
  (class_declaration name: (_) @name) @def.class
  (method_definition name: (_) @name) @def.method
  (variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression)]) @def.function
  (program (lexical_declaration (variable_declarator name: (identifier) @name
    value: [(object) (array) (number) (string) (call_expression) (await_expression) (new_expression) (identifier)
            (template_string) (binary_expression)]) @def.constant))
  (export_statement (lexical_declaration (variable_declarator name: (identifier) @name
    value: [(object) (array) (number) (string) (call_expression) (await_expression) (new_expression) (identifier)
            (template_string) (binary_expression)]) @def.constant))
  (import_statement source: (string) @module) @import
  (import_statement (import_clause (named_imports (import_specifier name: (_) @item !alias))) source: (string) @module) @import
  (import_statement (import_clause (named_imports (import_specifier name: (_) @item alias: (_) @alias))) source: (string) @module) @import
  (export_statement source: (string) @module) @import
  (comment) @comment
  [(if_statement) (for_statement) (for_in_statement) (while_statement) (do_statement) (catch_clause)
   (ternary_expression) (switch_case)] @branch
  (binary_expression operator: ["&&" "||" "??"]) @branch
`;

const TYPES = `
  (abstract_class_declaration name: (_) @name) @def.class
  (public_field_definition name: (_) @name) @def.property
  (interface_declaration name: (_) @name) @def.interface
  (property_signature name: (_) @name) @def.property
  (method_signature name: (_) @name) @def.method
  (type_alias_declaration name: (_) @name) @def.type
  (enum_declaration name: (_) @name) @def.enum
  (internal_module name: (_) @name) @def.namespace
`;

const NAMES = [
  'identifier',
  'property_identifier',
  'private_property_identifier',
  'shorthand_property_identifier',
  'shorthand_property_identifier_pattern',
];

const base = {
  isExported: (definition) => {
    const statement = definition.type === 'variable_declarator' ? definition.parent : definition;
    return statement?.parent?.type === 'export_statement';
  },
  moduleName: unquoted,
  wholeOf: (definition) => {
    const statement =
      definition.type === 'variable_declarator' ? (definition.parent ?? definition) : definition;
    return statement.parent?.type === 'export_statement' ? statement.parent : statement;
  },
} as const satisfies Omit<GrammarRules, 'query' | 'identifiers'>;

export const javascript: GrammarRules = {
  ...base,
  query: `${JAVASCRIPT} (field_definition property: (_) @name) @def.property`,
  identifiers: NAMES,
};
export const typescript: GrammarRules = {
  ...base,
  query: JAVASCRIPT + TYPES,
  identifiers: [...NAMES, 'type_identifier'],
};
