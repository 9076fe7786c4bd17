/** What reading one file tells, with nothing but its text. Lines and columns start at 1; columns count UTF-16 units. */
export interface FileFacts {
  readonly language: string;
  /** What read it: oxc knows scripts exactly, tree-sitter gets something out of every file. */
  readonly parser: 'oxc' | 'tree-sitter';
  /** Places where the text does not fit the language. */
  readonly syntaxErrors: number;
  /** The first of them. */
  readonly problems: readonly SyntaxProblem[];
  readonly lines: number;
  /** Lines that hold code. */
  readonly loc: number;
  readonly commentLines: number;
  readonly symbols: readonly SymbolFact[];
  readonly imports: readonly ImportFact[];
  readonly exports: readonly ExportFact[];
  /** What is given out without a statement for it, as modules of Node do; the import graph does not follow it. */
  readonly commonExports?: readonly ExportFact[];
  /** Where names of the module are used; none where the language is read without scopes. */
  readonly uses?: Uses;
  /** What is missing here, and why. */
  readonly note?: string;
}

export interface SyntaxProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface Range {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** The four words that older clients know. */
export type SymbolType = 'function' | 'class' | 'variable' | 'type';

export type SymbolKind =
  | 'function'
  | 'method'
  | 'constructor'
  | 'getter'
  | 'setter'
  | 'class'
  | 'struct'
  | 'interface'
  | 'trait'
  | 'protocol'
  | 'enum'
  | 'enum-member'
  | 'type'
  | 'namespace'
  | 'module'
  | 'macro'
  | 'property'
  | 'field'
  | 'constant'
  | 'variable';

export interface Parameter {
  readonly name: string;
  readonly type?: string;
  readonly isOptional?: true;
}

/** A definition: line and column are those of its name, `range` is all of it. */
export interface SymbolFact {
  readonly name: string;
  readonly type: SymbolType;
  readonly kind: SymbolKind;
  readonly line: number;
  readonly column: number;
  readonly range: Range;
  /** Offsets of `range` in the text. */
  readonly start: number;
  readonly end: number;
  /** The names around it, outermost first, joined by dots. */
  readonly container?: string;
  readonly signature?: string;
  /** The comment that documents it, without its marks. */
  readonly doc?: string;
  readonly isExported?: true;
  readonly isAsync?: true;
  readonly isStatic?: true;
  readonly visibility?: string;
  readonly parameters?: readonly Parameter[];
  readonly returnType?: string;
  readonly valueType?: string;
  readonly extends?: readonly string[];
  readonly implements?: readonly string[];
  /** Ways through it: 1, and 1 for each branch. */
  readonly complexity?: number;
}

export interface ImportFact {
  /** As it is written. */
  readonly module: string;
  /** What it is called at the top of the file, where it is written in a module inside of it and means something else. */
  readonly target?: string;
  readonly line: number;
  readonly column: number;
  readonly names: readonly ImportedName[];
  readonly kind: 'static' | 'dynamic' | 'require' | 'include';
  /** Only types come from there. */
  readonly isType?: true;
  /** It goes straight on to others: `export … from`. */
  readonly isPassedOn?: true;
  /** Some of what comes is used in a way that does not tell which names are meant. */
  readonly isOpen?: true;
}

export interface ImportedName {
  /** `default`, `*` for all of the module, or the name. */
  readonly name: string;
  /** What it is called here, where that differs. */
  readonly alias?: string;
  readonly isType?: true;
  /** Where `name` is written, packed. */
  readonly at: number;
}

export interface ExportFact {
  /** `default`, `*` for everything of another module, or the name. */
  readonly name: string;
  /** What it is called in here, or in the module it comes from. */
  readonly local?: string;
  /** The module it is passed on from. */
  readonly from?: string;
  readonly kind?: SymbolKind;
  readonly isType?: true;
  /** Where the exported name is written, packed. */
  readonly at: number;
  /** Where `local` is written, if that is another place. */
  readonly localAt?: number;
}

/** Positions, packed, by name. */
export interface Uses {
  /** Of the names the module declares or imports; declarations are among them. */
  readonly names: Readonly<Record<string, readonly number[]>>;
  /** `name.member`, for names that are imported. */
  readonly members: Readonly<Record<string, readonly number[]>>;
  /** Imported names that are used other than that: of a namespace any member may be meant. */
  readonly open: readonly string[];
  /** Names that are members of something else, too, so that other places share them; `*` for all of them. */
  readonly shared?: readonly string[];
}

const COLUMNS = 1_048_576;

/** A position in one number: hundreds of thousands of them are kept. */
export const packPosition = (line: number, column: number): number =>
  line * COLUMNS + Math.min(column, COLUMNS - 1);

export const unpackPosition = (packed: number): { line: number; column: number } => ({
  line: Math.floor(packed / COLUMNS),
  column: packed % COLUMNS,
});
