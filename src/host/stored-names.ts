import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readSecretsFile } from '../engines/secrets/secrets-file.ts';
import { tokenNamesIn } from '../store/look-at.ts';

/** Names of the tokens that are valid now, for commands that need no host. What is damaged is told elsewhere. */
export const validTokens = (dataDir: string): readonly string[] =>
  orNone(() => {
    const path = join(dataDir, 'toolgate.db');
    return existsSync(path) ? tokenNamesIn(path, new Date().toISOString()) : [];
  });

/** Names of the secrets that people stored. */
export const secretNames = (dataDir: string): readonly string[] =>
  orNone(() => Object.keys(readSecretsFile(join(dataDir, 'secrets.json'))?.secrets ?? {}));

function orNone(read: () => readonly string[]): readonly string[] {
  try {
    return read();
  } catch {
    return [];
  }
}
