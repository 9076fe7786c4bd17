import type { GrammarRules } from '../grammar-rules.ts';

export const bash: GrammarRules = {
  query: `
    (function_definition name: (word) @name) @def.function
    (program (variable_assignment name: (variable_name) @name) @def.variable)
    (program (declaration_command (variable_assignment name: (variable_name) @name) @def.variable))
    ((command name: (command_name) @method argument: (word) @module) @import (#match? @method "^(source|\\\\.)$"))
    (comment) @comment
    [(if_statement) (elif_clause) (for_statement) (while_statement) (case_item)] @branch
    (list ["&&" "||"]) @branch
  `,
  identifiers: ['word', 'variable_name'],
};

export const powershell: GrammarRules = {
  query: `
    (function_statement (function_name) @name) @def.function
    (class_statement . (simple_name) @name) @def.class
    (class_method_definition (simple_name) @name) @def.method
    (class_property_definition (variable) @name) @def.property
    (comment) @comment
    [(if_statement) (elseif_clause) (for_statement) (foreach_statement) (while_statement) (switch_clause)
     (catch_clause)] @branch
  `,
  identifiers: ['function_name', 'simple_name', 'variable', 'command_name'],
};
