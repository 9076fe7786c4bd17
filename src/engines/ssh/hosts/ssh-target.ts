/** A host as ssh is told of it. */
export interface SshTarget {
  readonly name: string;
  /** Read instead of the user's own configuration. */
  readonly configFile: string | undefined;
}
