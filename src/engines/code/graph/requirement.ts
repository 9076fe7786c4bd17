/** What a project says about a package that it needs. */
export interface Requirement {
  /** In its manifest. */
  readonly declared: string | undefined;
  /** In its lock file, or what lies there. */
  readonly installed: string | undefined;
  readonly isDev: boolean;
}
