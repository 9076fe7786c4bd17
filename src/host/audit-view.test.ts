import { appendFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../test/support/program.ts';
import { configSchema } from '../core/config.ts';
import { createLog } from '../core/log.ts';
import { anchorsPath } from '../store/audit/anchors.ts';
import { openAuditView } from './audit-view.ts';
import { openRecord } from './open-record.ts';

const SETTINGS = configSchema.parse({}).audit;
const log = createLog({ level: 'silent', format: 'json', write: () => {} });

/** A record of many entries with its anchors, and what verify says of it now. */
function recordOf(entries: number) {
  const dataDir = temporaryDirectory();
  const env = { XDG_STATE_HOME: temporaryDirectory(), XDG_CONFIG_HOME: temporaryDirectory() };
  const path = join(dataDir, 'audit.db');
  const audit = openRecord({ path, dataDir, env, settings: SETTINGS, log });
  for (let i = 0; i < entries; i++) audit.append('refusal', `call-${i}`, { text: 'x'.repeat(500) });
  audit.close();
  const view = () => openAuditView(dataDir, env);
  const problem = (): string | undefined => {
    const opened = view();
    const { problem } = opened.verify();
    opened.close();
    return problem;
  };
  return { path, anchors: anchorsPath(env.XDG_STATE_HOME), view, problem };
}

test('a record that was taken away whole is missed, for its anchors are still there', () => {
  const { path, view, problem } = recordOf(3);
  rmSync(path);
  expect(problem()).toBe(`The record is gone: entry 3 was there, and there is no ${path}`);
  expect(() => view().query({ limit: 1 })).toThrow('The record is gone');
});

test('a damaged record is told in words, with the last entry that can be read', () => {
  const { path, problem } = recordOf(200);
  truncateSync(path, 4096 * 6);
  expect(problem()).toMatch(/^The record cannot be read behind entry \d+: database disk image is malformed$/);
});

test('a table that is gone is told in words', () => {
  const { path, problem } = recordOf(3);
  const db = new DatabaseSync(path);
  db.exec('ALTER TABLE audit RENAME TO other');
  db.close();
  expect(problem()).toBe('The record cannot be read behind entry 0: no such table: audit');
});

test('a trigger that was taken away or replaced is missed, though no entry was changed', () => {
  const { path, problem } = recordOf(3);
  expect(problem()).toBeUndefined();
  const db = new DatabaseSync(path);
  db.exec('DROP TRIGGER audit_no_update');
  expect(problem()).toBe('A trigger that keeps entries from being changed is missing: audit_no_update');
  db.exec('CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN SELECT 1; END');
  db.close();
  expect(problem()).toMatch(/is missing: audit_no_update$/);
});

test('a line of the anchors that was cut off takes nothing from the others', () => {
  const { path, anchors, problem } = recordOf(3);
  appendFileSync(anchors, '{"ts":"2026-01-01T00:0\nnull\n');
  expect(problem()).toBeUndefined();
  const db = new DatabaseSync(path);
  db.exec('DROP TRIGGER audit_no_delete; DELETE FROM audit WHERE seq = 3');
  db.close();
  expect(problem()).toBe('The end is missing: entry 3 was there, and the record ends at 2');
});
