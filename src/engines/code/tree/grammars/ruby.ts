import { type GrammarRules, unquoted } from '../grammar-rules.ts';

export const ruby: GrammarRules = {
  query: `
    (module name: (_) @name) @def.module
    (class name: (_) @name) @def.class
    (method name: (_) @name) @def.method
    (singleton_method name: (_) @name) @def.method
    (assignment left: (constant) @name) @def.constant
    ((call method: (identifier) @method arguments: (argument_list (simple_symbol) @name) @def.property)
      (#match? @method "^attr_(reader|writer|accessor)$"))
    ((call method: (identifier) @method arguments: (argument_list (string (string_content) @module))) @import
      (#match? @method "^(require|require_relative|load)$"))
    (comment) @comment
    [(if) (unless) (elsif) (while) (until) (for) (when) (in_clause) (rescue) (conditional) (if_modifier)
     (unless_modifier) (while_modifier) (until_modifier)] @branch
    (binary operator: ["&&" "||" "and" "or"]) @branch
  `,
  identifiers: [
    'identifier',
    'constant',
    'instance_variable',
    'class_variable',
    'global_variable',
    'simple_symbol',
  ],
  isExported: () => true,
  moduleName: unquoted,
};
