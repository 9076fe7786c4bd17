import { randomBytes } from 'node:crypto';
import { UsageError } from '../../core/errors.ts';
import type { SecretInfo } from '../../core/secret-store.ts';
import { keepKeyFile, readKeyFile } from './key-file.ts';
import type { Keychain } from './keychain.ts';
import { openValue, sealValue } from './sealed-value.ts';
import { readSecretsFile, type SecretsFile, writeSecretsFile } from './secrets-file.ts';

export interface VaultParts {
  /** The file with the encrypted values. */
  readonly path: string;
  /** The file with their key, outside the data directory. */
  readonly keyPath: string;
  /** Keeps the key instead, where the system has one. */
  readonly keychain?: Keychain | undefined;
}

/** The encrypted file together with its key. */
export interface Vault {
  list(): SecretInfo[];
  /** Tells each value, or why it cannot be read; throws where the key is missing. */
  open(tell: (name: string, read: () => string) => void): Promise<void>;
  /** Makes the key with the first secret. */
  put(name: string, value: string): Promise<SecretInfo>;
  /** Also one that cannot be decrypted: that is how to get rid of it. */
  erase(name: string): boolean;
}

export function createVault({ path, keyPath, keychain }: VaultParts): Vault {
  let content: SecretsFile = readSecretsFile(path) ?? { version: 1, key: 'file', secrets: {} };
  let key: Buffer | undefined;
  const makeKey = async (): Promise<Buffer> => {
    const fresh = randomBytes(32);
    const isInKeychain = (await keychain?.keep(fresh)) === true;
    content = { ...content, key: isInKeychain ? 'keychain' : 'file' };
    return isInKeychain ? fresh : keepKeyFile(keyPath, fresh);
  };
  const write = (secrets: SecretsFile['secrets']): void => {
    const changed = { ...content, secrets };
    writeSecretsFile(path, changed);
    content = changed;
  };
  return {
    list: () =>
      Object.entries(content.secrets)
        .map(([name, { createdAt, updatedAt }]) => ({ name, createdAt, updatedAt }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    open: async (tell) => {
      const secrets = Object.entries(content.secrets);
      if (secrets.length === 0) return;
      const found = content.key === 'file' ? readKeyFile(keyPath) : await keyIn(keychain, path);
      key = found;
      for (const [name, sealed] of secrets) tell(name, () => openValue(found, name, sealed));
    },
    put: async (name, value) => {
      key ??= await makeKey();
      const updatedAt = new Date().toISOString();
      const createdAt = content.secrets[name]?.createdAt ?? updatedAt;
      write({ ...content.secrets, [name]: { createdAt, updatedAt, ...sealValue(key, name, value) } });
      return { name, createdAt, updatedAt };
    },
    erase: (name) => {
      const { [name]: erased, ...rest } = content.secrets;
      if (erased) write(rest);
      return erased !== undefined;
    },
  };
}

async function keyIn(keychain: Keychain | undefined, path: string): Promise<Buffer> {
  const key = await keychain?.read();
  if (key) return key;
  throw new UsageError(
    `The key of ${path} is in the keychain of this system, which ${keychain ? 'does not hand it out' : 'cannot be reached'}. ` +
      'Unlock it and start the host from your desktop session, or remove that file and set the secrets again.',
  );
}
