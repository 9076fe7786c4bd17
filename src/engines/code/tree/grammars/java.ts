import { type GrammarRules, hasModifier } from '../grammar-rules.ts';

export const java: GrammarRules = {
  query: `
    (class_declaration name: (identifier) @name) @def.class
    (record_declaration name: (identifier) @name) @def.class
    (interface_declaration name: (identifier) @name) @def.interface
    (annotation_type_declaration name: (identifier) @name) @def.interface
    (enum_declaration name: (identifier) @name) @def.enum
    (enum_constant name: (identifier) @name) @def.enum-member
    (method_declaration name: (identifier) @name) @def.method
    (constructor_declaration name: (identifier) @name) @def.constructor
    (compact_constructor_declaration name: (identifier) @name) @def.constructor
    (field_declaration declarator: (variable_declarator name: (identifier) @name)) @def.field
    (constant_declaration declarator: (variable_declarator name: (identifier) @name)) @def.constant
    (annotation_type_element_declaration name: (identifier) @name) @def.method
    (record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @name) @def.field))
    (import_declaration (scoped_identifier) @module) @import
    (import_declaration (scoped_identifier) @module (asterisk) @item) @import
    [(line_comment) (block_comment)] @comment
    [(if_statement) (for_statement) (enhanced_for_statement) (while_statement) (do_statement) (catch_clause)
     (ternary_expression) (switch_label)] @branch
    (binary_expression operator: ["&&" "||"]) @branch
  `,
  identifiers: ['identifier', 'type_identifier'],
  isExported: (definition) => hasModifier(definition, ['modifiers'], /\bpublic\b/),
};
