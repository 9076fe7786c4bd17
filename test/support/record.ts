import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { configSchema } from '../../src/core/config.ts';
import { createLog } from '../../src/core/log.ts';
import { openAuditView } from '../../src/host/audit-view.ts';
import { openRecord } from '../../src/host/open-record.ts';
import { anchorsPath } from '../../src/store/audit/anchors.ts';
import type { AuditLog } from '../../src/store/audit/audit-log.ts';
import { GENESIS, nextRow } from '../../src/store/audit/chain.ts';
import type { Verification } from '../../src/store/audit/verify.ts';
import { temporaryDirectory } from './program.ts';

/** A record with anchors and keys of its own, as a host keeps it. */
export interface TestRecord {
  readonly dataDir: string;
  /** Of audit.db. */
  readonly path: string;
  /** Of the anchors that stay. */
  readonly anchors: string;
  readonly env: Readonly<Record<string, string>>;
  /** What was said aloud. */
  readonly warnings: string[];
  open(settings?: Record<string, unknown>): AuditLog;
  verify(): Verification;
  /** As somebody who stands above every trigger. */
  tamper(sql: string): void;
  /** Writes the table anew from this entry on, each row with a hash that fits. */
  rechain(from: number, change: (body: string) => string): void;
}

export function makeRecord(): TestRecord {
  const dataDir = temporaryDirectory();
  const path = join(dataDir, 'audit.db');
  const env = { XDG_STATE_HOME: temporaryDirectory(), XDG_CONFIG_HOME: temporaryDirectory() };
  const warnings: string[] = [];
  const log = createLog({ level: 'warn', format: 'json', write: (line) => warnings.push(line()) });
  const withTable = (act: (db: DatabaseSync) => void): void => {
    const db = new DatabaseSync(path, { timeout: 2000 });
    const triggers = db.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`).all();
    for (const { name } of triggers) db.exec(`DROP TRIGGER ${String(name)}`);
    act(db);
    for (const { sql } of triggers) db.exec(String(sql));
    db.close();
  };
  return {
    dataDir,
    path,
    anchors: anchorsPath(env.XDG_STATE_HOME),
    env,
    warnings,
    open: (settings = {}) => {
      const audit = openRecord({
        path,
        dataDir,
        env,
        settings: configSchema.parse({ audit: settings }).audit,
        log,
      });
      onTestFinished(() => audit.upkeep.close());
      return audit;
    },
    verify: () => {
      const view = openAuditView(dataDir, env);
      try {
        return view.verify();
      } finally {
        view.close();
      }
    },
    tamper: (sql) => withTable((db) => db.exec(sql)),
    rechain: (from, change) =>
      withTable((db) => {
        const rows = db.prepare('SELECT * FROM audit WHERE seq >= ? ORDER BY seq').all(from);
        const before = db.prepare('SELECT hash FROM audit WHERE seq = ?').get(from - 1)?.hash;
        let tail = { seq: from - 1, hash: String(before ?? GENESIS) };
        for (const { seq, kind, call_id, body } of rows) {
          const row = nextRow(tail, String(kind), String(call_id), JSON.parse(change(String(body))));
          db.prepare('UPDATE audit SET ts = ?, body = ?, prev = ?, hash = ? WHERE seq = ?').run(
            row.ts,
            row.body,
            row.prev,
            row.hash,
            Number(seq),
          );
          tail = row;
        }
      }),
  };
}
