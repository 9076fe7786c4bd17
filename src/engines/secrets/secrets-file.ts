import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../../core/errors.ts';
import type { SealedValue } from './sealed-value.ts';

export interface SealedSecret extends SealedValue {
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The file of a secret store: names and dates can be read, values are encrypted. */
export interface SecretsFile {
  readonly version: 1;
  /** Where the key is. */
  readonly key: 'keychain' | 'file';
  readonly secrets: Readonly<Record<string, SealedSecret>>;
}

export function readSecretsFile(path: string): SecretsFile | undefined {
  if (!existsSync(path)) return undefined;
  const content = parse(path, readFileSync(path, 'utf8'));
  if (content?.version !== 1)
    throw new UsageError(
      `${path} was written by a newer Toolgate (version ${String(content?.version)}). Nothing was changed. Update Toolgate.`,
    );
  // Sound: only `writeSecretsFile` writes version 1, and each value is authenticated when it is opened.
  return content as unknown as SecretsFile;
}

function parse(path: string, text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown> | null; // Sound: checked field by field where it matters.
  } catch {
    throw new UsageError(
      `${path} is damaged: it is not JSON. Restore a backup, or move it away and set the secrets again.`,
    );
  }
}

/** The old file or the new one is there, whatever happens meanwhile. */
export function writeSecretsFile(path: string, content: SecretsFile): void {
  const fresh = `${path}.new`;
  writeFileSync(fresh, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(fresh, path);
  const directory = openSync(dirname(path), 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
