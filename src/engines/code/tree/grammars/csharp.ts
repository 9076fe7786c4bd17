import { type GrammarRules, hasModifier } from '../grammar-rules.ts';

export const csharp: GrammarRules = {
  query: `
    (class_declaration name: (identifier) @name) @def.class
    (record_declaration name: (identifier) @name) @def.class
    (struct_declaration name: (identifier) @name) @def.struct
    (interface_declaration name: (identifier) @name) @def.interface
    (enum_declaration name: (identifier) @name) @def.enum
    (enum_member_declaration name: (identifier) @name) @def.enum-member
    (delegate_declaration name: (identifier) @name) @def.type
    (method_declaration name: (identifier) @name) @def.method
    (local_function_statement name: (identifier) @name) @def.function
    (constructor_declaration name: (identifier) @name) @def.constructor
    (property_declaration name: (identifier) @name) @def.property
    (event_declaration name: (identifier) @name) @def.property
    (field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @def.field
    (event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @def.property
    (record_declaration (parameter_list (parameter name: (identifier) @name) @def.property))
    (indexer_declaration "this" @name) @def.property
    (operator_declaration "operator" @name) @def.method
    (conversion_operator_declaration "operator" @name) @def.method
    (destructor_declaration name: (identifier) @name) @def.method
    (namespace_declaration name: (_) @name) @def.namespace
    (file_scoped_namespace_declaration name: (_) @name) @def.namespace
    (using_directive name: (identifier) @alias [(identifier) (qualified_name)] @module) @import
    (using_directive !name [(identifier) (qualified_name)] @module) @import
    (comment) @comment
    [(if_statement) (for_statement) (foreach_statement) (while_statement) (do_statement) (catch_clause)
     (conditional_expression) (switch_section) (switch_expression_arm)] @branch
    (binary_expression operator: ["&&" "||" "??"]) @branch
  `,
  identifiers: ['identifier'],
  // `operator +`, `operator int`, `this[]`, `~Shape`.
  nameText: ({ type, text, nextSibling, parent }) => {
    if (type === 'operator') return `operator ${nextSibling?.text ?? ''}`.trim();
    if (type === 'this') return 'this[]';
    return parent?.type === 'destructor_declaration' ? `~${text}` : undefined;
  },
  isExported: (definition) => hasModifier(definition, ['modifier'], /^public$/),
};
