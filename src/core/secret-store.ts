/** What a person may call a secret. */
export const SECRET_NAME = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,99}$/;

/** A secret by its name; its value is answered by `get` alone. */
export interface SecretInfo {
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/**
 * Secrets that people hand to Toolgate: provider keys, webhook secrets. They are encrypted on the disk, masked in
 * everything that leaves, and no tool can read them. Where an environment variable has the same secret, it comes first.
 */
export interface SecretStore {
  /** Undefined where there is none of this name. */
  get(name: string): Promise<string | undefined>;
  /** Adds the secret, or replaces its value. */
  set(name: string, value: string): Promise<SecretInfo>;
  /** In the order of their names. */
  list(): SecretInfo[];
  /** False where there was none. */
  remove(name: string): Promise<boolean>;
}
