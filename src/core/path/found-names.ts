/** How the names look that a pattern finds. */
export interface FoundNames {
  /** One begins with a dash, so that a program takes it for an option. */
  readonly isOption: boolean;
}
