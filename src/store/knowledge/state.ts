import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { ToolError, UsageError } from '../../core/errors.ts';
import type { WasmModule } from '../../core/web-assembly.ts';
import { explain, openDatabase } from '../database.ts';
import type { Matrix } from './matrix.ts';
import { KNOWLEDGE_MIGRATIONS } from './schema.ts';

/** What the thread of the knowledge base holds. */
export interface KnowledgeState {
  readonly db: DatabaseSync;
  readonly path: string;
  readonly scan: WasmModule;
  /** Of collections that were searched, by their number. */
  readonly matrices: Map<number, Matrix>;
  /** Which documents a caller may see, by collection and roots; emptied with every change. */
  readonly seen: Map<string, boolean>;
  /** In how many chunks a word stands, as far as it was asked; emptied with every change. */
  readonly frequencies: Map<string, number>;
}

const PAGE_BYTES = 16_384;
const UNUSED_DAYS = 30;
const DAY_MS = 86_400_000;

export function openKnowledge(path: string, scan: WasmModule): KnowledgeState {
  if (!existsSync(path)) {
    // Forty vectors to a page leave next to nothing of it empty; ten to a page of 4 KB would.
    const made = new DatabaseSync(path);
    made.exec(`PRAGMA page_size = ${PAGE_BYTES}; PRAGMA journal_mode = WAL;`);
    made.close();
  }
  const db = openDatabase(path, KNOWLEDGE_MIGRATIONS);
  db.exec('PRAGMA cache_size = -65536');
  const before = Date.now() - UNUSED_DAYS * DAY_MS;
  db.prepare(`DELETE FROM vector WHERE passage IN (${UNUSED})`).run(before);
  db.prepare(`DELETE FROM passage WHERE id IN (${UNUSED})`).run(before);
  return { db, path, scan, matrices: new Map(), seen: new Map(), frequencies: new Map() };
}

const UNUSED =
  'SELECT id FROM passage WHERE used_at < ? AND NOT EXISTS (SELECT 1 FROM chunk WHERE chunk.passage = passage.id)';

/** All of it or nothing; what goes wrong is said in words. */
export function inTransaction<T>(state: KnowledgeState, act: () => T): T {
  const { db, path, matrices, seen, frequencies } = state;
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = act();
    db.exec('COMMIT');
    seen.clear();
    frequencies.clear();
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    // They may hold what was just taken back, and are read again when they are needed.
    matrices.clear();
    throw inWords(error, path);
  }
}

export function inWords(error: unknown, path: string): unknown {
  const said = explain(error, path);
  if (!(said instanceof UsageError)) return error;
  return new ToolError('UNAVAILABLE', said.message, {
    hint: 'Nothing from this call was saved. Make room or repair the file, then call again.',
    cause: error,
  });
}
