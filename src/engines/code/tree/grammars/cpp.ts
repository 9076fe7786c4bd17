import { type GrammarRules, unquoted } from '../grammar-rules.ts';

/** C++, and C, whose files it reads as well. */
export const cpp: GrammarRules = {
  query: `
    (function_definition declarator: (function_declarator declarator: (_) @name)) @def.function
    (function_definition declarator: (_ declarator: (function_declarator declarator: (_) @name))) @def.function
    (function_definition declarator: (_ (function_declarator declarator: (_) @name))) @def.function
    (declaration declarator: (function_declarator declarator: (_) @name)) @def.function
    (declaration declarator: (pointer_declarator declarator: (function_declarator declarator: (_) @name))) @def.function
    (field_declaration declarator: (function_declarator declarator: (field_identifier) @name)) @def.method
    (field_declaration declarator: (_ (function_declarator declarator: (field_identifier) @name))) @def.method
    (field_declaration declarator: (field_identifier) @name) @def.field
    (field_declaration declarator: (_ declarator: (field_identifier) @name)) @def.field
    (class_specifier name: (_) @name body: (_)) @def.class
    (struct_specifier name: (_) @name body: (_)) @def.struct
    (union_specifier name: (_) @name body: (_)) @def.struct
    (enum_specifier name: (_) @name body: (_)) @def.enum
    (enumerator name: (identifier) @name) @def.enum-member
    (namespace_definition name: (_) @name) @def.namespace
    (type_definition declarator: (type_identifier) @name) @def.type
    (alias_declaration name: (type_identifier) @name) @def.type
    (concept_definition name: (identifier) @name) @def.type
    (preproc_def name: (identifier) @name) @def.constant
    (preproc_function_def name: (identifier) @name) @def.macro
    (translation_unit (declaration declarator: (identifier) @name) @def.variable)
    (translation_unit (declaration declarator: (init_declarator declarator: (identifier) @name)) @def.variable)
    (translation_unit (declaration declarator: (init_declarator declarator: (_ declarator: (identifier) @name)))
      @def.variable)
    (declaration_list (declaration declarator: (init_declarator declarator: (identifier) @name)) @def.variable)
    (preproc_include path: (_) @module) @import
    (comment) @comment
    [(if_statement) (for_statement) (for_range_loop) (while_statement) (do_statement) (catch_clause)
     (conditional_expression) (case_statement)] @branch
    (binary_expression operator: ["&&" "||"]) @branch
  `,
  identifiers: ['identifier', 'type_identifier', 'field_identifier', 'namespace_identifier'],
  isExported: (definition) => !/^\s*static\b/.test(definition.text.slice(0, 80)),
  moduleName: unquoted,
  wholeOf: (definition) =>
    definition.parent?.type === 'template_declaration' ? definition.parent : definition,
};
