import type { Node } from 'web-tree-sitter';
import type { ExportFact, ImportFact, SymbolKind } from '../facts.ts';
import type { LineMap } from '../line-map.ts';

/**
 * How definitions are found in the tree of a language.
 *
 * The query's captures: `@def.<kind>` is a definition and `@name` its name; `@import` is a statement that imports,
 * `@module` what from, `@item` a name that is taken and `@alias` what it is called then; `@comment`; `@branch` adds
 * a way through the function around it.
 */
export interface GrammarRules {
  readonly query: string;
  /** Types of the nodes that a name can be written as. */
  readonly identifiers: readonly string[];
  /** What `@name` stands for, where more is written around the name; undefined where it defines nothing that others see. */
  readonly named?: (
    name: Node,
    kind: SymbolKind,
  ) => { readonly name: Node; readonly kind: SymbolKind } | undefined;
  /** The name, where it is not the text of its node: operators. */
  readonly nameText?: (name: Node) => string | undefined;
  /** Only the first of them in a container counts: `self.side = 1` is written again and again. */
  readonly isRepeated?: (name: Node) => boolean;
  /** Nodes between a definition and the comment about it. */
  readonly attributes?: readonly string[];
  readonly isExported?: (definition: Node, name: string) => boolean;
  /** How an import is spelled becomes what is asked for: quotes and brackets go. */
  readonly moduleName?: (written: string) => string;
  /** What statements bring in, where it is more than `@module` and its items can say. */
  readonly usesIn?: (
    statements: readonly Node[],
    lines: LineMap,
  ) => { readonly imports: readonly ImportFact[]; readonly exports: readonly ExportFact[] };
  /** The documentation, where it is not the comment before. */
  readonly docOf?: (definition: Node) => string | undefined;
  /** The names around, where the text around does not say it: a method of Go names its type. */
  readonly containerOf?: (definition: Node) => string | undefined;
  /** The node that holds the definition with everything that belongs to it: decorators, templates. */
  readonly wholeOf?: (definition: Node) => Node;
}

export const hasModifier = (definition: Node, types: readonly string[], word: RegExp): boolean =>
  definition.namedChildren.some((part) => part !== null && types.includes(part.type) && word.test(part.text));

export const unquoted = (written: string): string => written.replace(/^["'<`]|["'>`]$/g, '');
