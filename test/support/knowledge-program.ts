import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { runProgram } from './run-program.ts';
import { SHORT_LIVED } from './stdio-agent.ts';

/** `toolgate knowledge ...` on a data directory, with what it printed. */
export const knowledge = (dataDir: string, ...args: readonly string[]) =>
  runProgram(['knowledge', ...args, '--data-dir', dataDir], { env: SHORT_LIVED });

interface Status {
  readonly collections: readonly {
    readonly documents: number;
    readonly vectors: { readonly done: number; readonly total: number };
    readonly sources: readonly { readonly state: string; readonly error?: string }[];
  }[];
}

export async function statusOf(dataDir: string): Promise<Status['collections']> {
  const { stdout } = await knowledge(dataDir, 'status', '--json');
  return JSON.parse(stdout) as Status['collections'];
}

/** What the file itself says: whether it is sound, and whether anything is in it twice. */
export function lookAtFile(dataDir: string) {
  const db = new DatabaseSync(join(dataDir, 'knowledge.db'), { readOnly: true });
  try {
    const one = (sql: string): unknown => Object.values(db.prepare(sql).get() ?? {})[0];
    return {
      check: one('PRAGMA quick_check'),
      documentsTwice: one(
        'SELECT count(*) FROM (SELECT 1 FROM document GROUP BY collection, name HAVING count(*) > 1)',
      ),
      chunksTwice: one(
        'SELECT count(*) FROM (SELECT 1 FROM chunk GROUP BY document, place HAVING count(*) > 1)',
      ),
      lostChunks: one('SELECT count(*) FROM chunk WHERE document NOT IN (SELECT id FROM document)'),
      miscounted: one(
        'SELECT count(*) FROM collection WHERE chunks <> (SELECT count(*) FROM chunk JOIN document ON document.id = chunk.document WHERE document.collection = collection.id)',
      ),
      notWaiting: one(
        'SELECT count(*) FROM chunk WHERE passage NOT IN (SELECT passage FROM vector) AND passage NOT IN (SELECT passage FROM pending)',
      ),
    };
  } finally {
    db.close();
  }
}

export const SOUND = {
  check: 'ok',
  documentsTwice: 0,
  chunksTwice: 0,
  lostChunks: 0,
  miscounted: 0,
  notWaiting: 0,
};
