import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Lets the time of a token be over, which the command line would not: it must not have been used yet. */
export function expireToken({ dataDir }: { readonly dataDir: string }, name: string): void {
  const db = new DatabaseSync(join(dataDir, 'toolgate.db'));
  try {
    db.prepare('UPDATE token SET expires_at = ? WHERE name = ?').run('2020-01-01T00:00:00.000Z', name);
  } finally {
    db.close();
  }
}
