import { type GrammarRules, hasModifier } from '../grammar-rules.ts';
import { rustUses } from '../rust-uses.ts';

export const rust: GrammarRules = {
  query: `
    (function_item name: (identifier) @name) @def.function
    (function_signature_item name: (identifier) @name) @def.function
    (struct_item name: (type_identifier) @name) @def.struct
    (union_item name: (type_identifier) @name) @def.struct
    (field_declaration name: (field_identifier) @name) @def.field
    (enum_item name: (type_identifier) @name) @def.enum
    (enum_variant name: (identifier) @name) @def.enum-member
    (trait_item name: (type_identifier) @name) @def.trait
    (impl_item type: (_) @name) @scope
    (const_item name: (identifier) @name) @def.constant
    (static_item name: (identifier) @name) @def.variable
    (type_item name: (type_identifier) @name) @def.type
    (macro_definition name: (identifier) @name) @def.macro
    (mod_item name: (identifier) @name body: (_)) @def.module
    (mod_item !body) @import
    (use_declaration) @import
    (extern_crate_declaration) @import
    [(line_comment) (block_comment)] @comment
    [(if_expression) (for_expression) (while_expression) (loop_expression) (match_arm) (try_expression)] @branch
    (binary_expression operator: ["&&" "||"]) @branch
  `,
  identifiers: ['identifier', 'type_identifier', 'field_identifier', 'shorthand_field_identifier'],
  attributes: ['attribute_item'],
  usesIn: rustUses,
  isExported: (definition) => hasModifier(definition, ['visibility_modifier'], /^pub/),
};
