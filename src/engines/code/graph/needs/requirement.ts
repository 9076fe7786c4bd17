/** What a project says about a package that it needs. */
export interface Requirement {
  /** In its manifest. */
  readonly declared: string | undefined;
  /** In its lock file, or what lies there. */
  readonly installed: string | undefined;
  readonly isDev: boolean;
}

/** The package that gives a module, as far as manifests tell. */
export type Origin =
  | {
      readonly kind: 'package';
      readonly name: string;
      readonly requirement: Requirement;
      /** The names of both are all that speaks for it. */
      readonly isGuess?: true;
    }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'builtin' }
  /** It comes from a package, and nothing tells from which. */
  | { readonly kind: 'unknown' };

/** The manifests of a repository that a file is about, and their texts. */
export interface ManifestFiles {
  /** Those of these names, relative to the root, the innermost first. */
  above(file: string, name: RegExp): readonly string[];
  read(file: string): string;
  /** A code file of the repository. */
  has(file: string): boolean;
}

export type FindOrigin = (file: string, module: string) => Origin;

/** No name or version is longer. */
const LONGEST = 500;

/** What manifests set is put into each other, so that a long value would be there as often as it is used. */
export const ifShort = (text: string | undefined): string | undefined =>
  text !== undefined && text.length <= LONGEST ? text : undefined;
