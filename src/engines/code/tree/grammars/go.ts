import { type GrammarRules, unquoted } from '../grammar-rules.ts';

export const go: GrammarRules = {
  query: `
    (function_declaration name: (identifier) @name) @def.function
    (method_declaration name: (field_identifier) @name) @def.method
    (type_declaration (type_spec name: (type_identifier) @name type: (struct_type)) @def.struct)
    (type_declaration (type_spec name: (type_identifier) @name type: (interface_type)) @def.interface)
    (type_declaration (type_spec name: (type_identifier) @name
      type: [(type_identifier) (qualified_type) (map_type) (slice_type) (array_type) (function_type) (pointer_type)
             (channel_type) (generic_type)]) @def.type)
    (type_declaration (type_alias name: (type_identifier) @name) @def.type)
    (field_declaration name: (field_identifier) @name) @def.field
    (method_elem name: (field_identifier) @name) @def.method
    (source_file (const_declaration (const_spec name: (identifier) @name) @def.constant))
    (source_file (var_declaration (var_spec name: (identifier) @name) @def.variable))
    (source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @def.variable)))
    (import_spec path: (_) @module) @import
    (comment) @comment
    [(if_statement) (for_statement) (expression_case) (type_case) (communication_case)] @branch
    (binary_expression operator: ["&&" "||"]) @branch
  `,
  identifiers: ['identifier', 'type_identifier', 'field_identifier', 'package_identifier'],
  isExported: (_definition, name) => /^\p{Lu}/u.test(name),
  moduleName: unquoted,
  wholeOf: (definition) =>
    /^(type|const|var)_declaration$/.test(definition.parent?.type ?? '') &&
    definition.parent?.namedChildCount === 1
      ? definition.parent
      : definition,
  containerOf: (definition) => {
    const receiver = definition.childForFieldName('receiver')?.text ?? '';
    if (receiver.length > LONGEST_RECEIVER) return undefined;
    return /([\p{L}_][\p{L}\p{N}_]*)(\[.*\])?\)$/u.exec(receiver)?.[1];
  },
};

// A longer one is no name with its types, and takes the square of its length.
const LONGEST_RECEIVER = 1000;
