export interface ConfigKey {
  readonly path: readonly string[];
  /** The one name of this key in the environment. */
  readonly env: string;
  readonly description: string;
  readonly defaultValue: unknown;
  readonly kind: 'string' | 'number' | 'boolean' | 'list' | 'record';
}

/** What a project's own file may say: it can narrow what the user allows, never widen it. */
export const PROJECT_KEYS = [
  'permissionLevel',
  'toolPermissions',
  'packs',
  'profile',
  'outputBudgetBytes',
] as const;
