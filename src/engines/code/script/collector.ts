import type { SymbolFact } from '../facts.ts';
import type { LineMap } from '../line-map.ts';
import type { Node } from './node.ts';

export type SymbolDraft = { -readonly [Field in keyof SymbolFact]: SymbolFact[Field] };

export interface Source {
  readonly text: string;
  readonly lines: LineMap;
  readonly docOf: (start: number) => string | undefined;
  /** The members of a class are declared in it: TypeScript. */
  readonly isTyped: boolean;
}

/** Where the walk is: what is around it, and what counts the branches it meets. */
export interface Surrounding {
  readonly container?: string | undefined;
  readonly owner?: SymbolDraft | undefined;
  /** The class that `this` is one of. */
  readonly self?: string | undefined;
  /** The whole statement, with `export` in front; set for its declaration alone. */
  readonly statement?: Node | undefined;
  readonly isExported?: boolean;
  readonly isTop?: boolean;
}

export interface Collector extends Source {
  readonly symbols: SymbolDraft[];
  add(
    node: Node,
    name: Node | undefined,
    facts: Omit<SymbolDraft, PlaceField>,
    around: Surrounding,
  ): SymbolDraft;
  visit(node: Node, around: Surrounding): void;
  visitChildren(node: Node, around: Surrounding): void;
}

type PlaceField = 'line' | 'column' | 'range' | 'start' | 'end' | 'doc' | 'container' | 'isExported';

/** The names inside a definition have its name in front of theirs. */
export const inside = ({ container }: Surrounding, name: string): string =>
  container === undefined ? name : `${container}.${name}`;
