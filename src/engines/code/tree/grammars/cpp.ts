import type { Node } from 'web-tree-sitter';
import { type GrammarRules, unquoted } from '../grammar-rules.ts';

/** C++, and C, whose files it reads as well. */
export const cpp: GrammarRules = {
  query: `
    (function_definition declarator: (_) @name) @def.function
    (declaration declarator: (_) @name) @def.variable
    (field_declaration declarator: (_) @name) @def.field
    (class_specifier name: (_) @name body: (_)) @def.class
    (struct_specifier name: (_) @name body: (_)) @def.struct
    (union_specifier name: (_) @name body: (_)) @def.struct
    (enum_specifier name: (_) @name body: (_)) @def.enum
    (enumerator name: (identifier) @name) @def.enum-member
    (namespace_definition name: (_) @name) @def.namespace
    (type_definition declarator: (_) @name) @def.type
    (alias_declaration name: (type_identifier) @name) @def.type
    (concept_definition name: (identifier) @name) @def.type
    (preproc_def name: (identifier) @name) @def.constant
    (preproc_function_def name: (identifier) @name) @def.macro
    (preproc_include path: (_) @module) @import
    (comment) @comment
    [(if_statement) (for_statement) (for_range_loop) (while_statement) (do_statement) (catch_clause)
     (conditional_expression) (case_statement)] @branch
    (binary_expression operator: ["&&" "||"]) @branch
  `,
  identifiers: ['identifier', 'type_identifier', 'field_identifier', 'namespace_identifier'],
  named: (written, kind) => {
    const { name, isFunction } = declaredBy(written);
    if (kind === 'function' || !/^(variable|field)$/.test(kind)) return { name, kind };
    if (isFunction) return { name, kind: kind === 'field' ? 'method' : 'function' };
    return kind === 'variable' && isLocal(written) ? undefined : { name, kind };
  },
  nameText: ({ type, text }) => (type === 'operator_cast' ? text.split('(', 1)[0]?.trimEnd() : undefined),
  isExported: (definition) => !/^\s*static\b/.test(definition.text.slice(0, 80)),
  moduleName: unquoted,
  wholeOf: (definition) =>
    definition.parent?.type === 'template_declaration' ? definition.parent : definition,
};

/** The name inside a declarator: pointers, arrays, brackets and parameters are written around it. */
function declaredBy(written: Node): { readonly name: Node; readonly isFunction: boolean } {
  let isFunction = written.type === 'operator_cast';
  let node = written;
  while (/declarator$/.test(node.type)) {
    const inner =
      node.childForFieldName('declarator') ?? node.namedChildren.findLast((part) => part !== null);
    if (!inner) break;
    // `int (*name)(int)` is a pointer.
    if (node.type === 'function_declarator') isFunction = inner.type !== 'parenthesized_declarator';
    node = inner;
  }
  return { name: node, isFunction };
}

/** It is declared in the body of a function. */
function isLocal({ parent }: Node): boolean {
  for (let node = parent; node; node = node.parent) {
    if (node.type === 'compound_statement' || node.type === 'for_statement') return true;
    if (node.type === 'field_declaration_list') return false;
  }
  return false;
}
