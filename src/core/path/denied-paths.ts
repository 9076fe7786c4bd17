/** What standing rules refuse by path, for engines that come across more than a call names. */
export interface DeniedPaths {
  includes(path: string): boolean;
  /** Files and whole directories among them that are known by name, for children to be kept from. */
  readonly places: readonly string[];
}
