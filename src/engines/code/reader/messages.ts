import type { FileFacts } from '../facts.ts';
import type { Dependency, Dependent } from '../graph/dependencies.ts';
import type { Definition, Wanted } from '../graph/find-definition.ts';
import type { LostImport } from '../graph/find-references.ts';
import type { Outline, OutlineWanted } from '../outline/outline.ts';
import type { FactsOptions } from '../read-facts.ts';
import type { Place } from '../semantic/places.ts';
import type { Problem } from '../semantic/semantic-diagnostics.ts';
import type { Leftovers } from '../workspace/leftovers.ts';
import type { IndexProgress } from '../workspace/workspace.ts';

export interface Reference {
  /** Relative to the root. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The line it stands in. */
  readonly context: string;
}

export interface References {
  /** As many as were asked for, in the order of files and lines. */
  readonly references: readonly Reference[];
  readonly total: number;
  readonly files: number;
}

/** What the import graph knows; `isKnown` is false where it cannot: members, locals, languages without it. */
export interface GraphAnswer extends References {
  readonly definitions: readonly Definition[];
  /** The file that was named does not tell which one is meant. */
  readonly isGuess: boolean;
  readonly isKnown: boolean;
  /** Where only some of several definitions are known: all places of those. */
  readonly partly: readonly Place[];
  /** All names it goes by. */
  readonly names: readonly string[];
  /** Files that use it need not hold any of them. */
  readonly isNameless: boolean;
  readonly lost: readonly LostImport[];
  readonly doubts: readonly string[];
  readonly progress: IndexProgress;
}

interface OfRoot {
  readonly root: string;
  /** Tells a caller from whom some files are kept from one who may see all of them; what one is told the other is not. */
  readonly view?: string | undefined;
}

/** What the reading process is asked, by method, and what it answers; null where it does not know the root yet. */
export interface ReaderMethods {
  facts: {
    readonly params: FactsOptions & { readonly path: string; readonly text: string };
    readonly result: FileFacts | null;
  };
  /** Looks at the files again: at all of `files`, or at those it knows. */
  sync: {
    readonly params: OfRoot & {
      readonly tree?: TreeFiles | undefined;
      /** Whether any of them has changed; otherwise it only waits. */
      readonly isLook: boolean;
      readonly waitMs: number;
    };
    readonly result: IndexProgress | null;
  };
  definition: {
    readonly params: OfRoot & {
      readonly wanted: Wanted;
      readonly candidates?: readonly string[] | undefined;
    };
    readonly result: Pick<GraphAnswer, 'definitions' | 'isGuess' | 'progress'> | null;
  };
  references: {
    readonly params: OfRoot & {
      readonly wanted: Wanted;
      readonly limit: number;
      /** Files that hold one of its names, where not all is read yet. */
      readonly candidates?: readonly string[] | undefined;
    };
    readonly result: GraphAnswer | null;
  };
  /** By name alone. */
  occurrences: {
    readonly params: OfRoot & {
      readonly name: string;
      readonly files: readonly string[];
      readonly limit: number;
      /** Places that count as well, under whatever name. */
      readonly also?: readonly Place[] | undefined;
    };
    readonly result: (References & { readonly unread: readonly string[] }) | null;
  };
  /** Occurrences that an answer lacks, and what the files they are in import without it being there. */
  leftovers: {
    readonly params: OfRoot & {
      readonly name: string;
      readonly files: readonly string[];
      readonly known: readonly Omit<Reference, 'context'>[];
    };
    readonly result: (Leftovers & { readonly missing: Readonly<Record<string, readonly string[]>> }) | null;
  };
  /** As text, in files of any kind. */
  words: {
    readonly params: OfRoot & {
      readonly name: string;
      readonly files: readonly string[];
      readonly limit: number;
    };
    readonly result: References | null;
  };
  /** The lines that places stand in. */
  lines: {
    readonly params: OfRoot & { readonly places: readonly Omit<Reference, 'context'>[] };
    readonly result: readonly Reference[] | null;
  };
  dependencies: {
    readonly params: OfRoot & { readonly file: string; readonly dependents: 'none' | 'direct' | 'all' };
    readonly result: {
      readonly dependencies: readonly Dependency[];
      readonly dependents: readonly Dependent[];
      readonly cycle?: readonly string[] | undefined;
      readonly progress: IndexProgress;
      readonly isRead: boolean;
      /** What is missing of its facts. */
      readonly note?: string | undefined;
    } | null;
  };
  /** What the syntax tree of a file says against it. */
  problems: {
    readonly params: OfRoot & { readonly file: string };
    readonly result: { readonly problems: readonly Problem[]; readonly isRead: boolean } | null;
  };
  outline: {
    readonly params: OfRoot & OutlineWanted;
    readonly result: (Outline & { readonly progress: IndexProgress }) | null;
  };
}

/** The files of a root, relative to it. */
export interface TreeFiles {
  readonly code: readonly string[];
  readonly manifests: readonly string[];
}

export type Method = keyof ReaderMethods;

/** One line to the process, and one line back; several questions may be open at a time. */
export interface Request {
  readonly id: number;
  readonly method: Method;
  readonly params: unknown;
}

export interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}
