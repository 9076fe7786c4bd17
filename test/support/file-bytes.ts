import { hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The data files of a directory and a digest of their bytes: what a refusal must not change. */
export const dataFiles = (dataDir: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(dataDir)
      // SQLite's shared memory is an index that is rebuilt when the file is opened.
      .filter((name) => /\.db(-wal)?$/.test(name))
      .filter((name) => statSync(join(dataDir, name)).size > 0)
      .sort()
      .map((name) => [name, hash('sha256', readFileSync(join(dataDir, name)))]),
  );
