/** How the names look that a pattern of a shell finds; where that cannot be told, anything may be so. */
export interface FoundNames {
  /** One may begin with a dash, so that a program takes it for an option. */
  readonly isOption: boolean;
  /** There surely is one. */
  readonly isSure: boolean;
  /** There surely is none. */
  readonly isNone: boolean;
}
