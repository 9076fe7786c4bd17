import { type GrammarRules, hasModifier, unquoted } from '../grammar-rules.ts';

export const php: GrammarRules = {
  query: `
    (function_definition name: (name) @name) @def.function
    (class_declaration name: (name) @name) @def.class
    (interface_declaration name: (name) @name) @def.interface
    (trait_declaration name: (name) @name) @def.trait
    (enum_declaration name: (name) @name) @def.enum
    (enum_case name: (name) @name) @def.enum-member
    (method_declaration name: (name) @name) @def.method
    (property_declaration (property_element name: (variable_name) @name)) @def.property
    (const_declaration (const_element (name) @name)) @def.constant
    (namespace_definition name: (namespace_name) @name body: (_)) @def.namespace
    (namespace_use_clause [(qualified_name) (name)] @module !alias) @import
    (namespace_use_clause [(qualified_name) (name)] @module alias: (name) @alias) @import
    (require_expression (string (string_content) @module)) @import
    (require_once_expression (string (string_content) @module)) @import
    (include_expression (string (string_content) @module)) @import
    (include_once_expression (string (string_content) @module)) @import
    (comment) @comment
    [(if_statement) (else_if_clause) (for_statement) (foreach_statement) (while_statement) (do_statement)
     (catch_clause) (conditional_expression) (case_statement) (match_conditional_expression)] @branch
    (binary_expression operator: ["&&" "||" "and" "or" "??"]) @branch
  `,
  identifiers: ['name', 'variable_name'],
  isExported: (definition) => !hasModifier(definition, ['visibility_modifier'], /^(private|protected)$/),
  moduleName: unquoted,
};
