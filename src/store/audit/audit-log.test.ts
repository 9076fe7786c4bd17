import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { readAudit } from '../../../test/support/audit-file.ts';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { openAudit } from './audit-log.ts';
import { chainHash } from './chain.ts';

/** A record of one call that ended, and the directory it lies in. */
function recordOneCall(): { directory: string; path: string } {
  const directory = temporaryDirectory();
  const path = join(directory, 'audit.db');
  const audit = openAudit(path);
  audit.append(
    'intent',
    'call-1',
    { session: 'agent', requestKey: 'agent:1', tool: 'greet' },
    { durable: true },
  );
  audit.append('outcome', 'call-1', { intent: 1, ok: true });
  audit.close();
  return { directory, path };
}

test('entries are numbered from one, and each is bound to the one before', () => {
  const { directory } = recordOneCall();
  const rows = readAudit(directory);
  expect(rows.map(({ ts: _, ...row }) => row)).toEqual([
    {
      seq: 1,
      kind: 'intent',
      callId: 'call-1',
      body: { session: 'agent', requestKey: 'agent:1', tool: 'greet' },
    },
    { seq: 2, kind: 'outcome', callId: 'call-1', body: { intent: 1, ok: true } },
  ]);
});

test('a file that is opened again goes on with its chain', () => {
  const { directory, path } = recordOneCall();
  const audit = openAudit(path);
  expect(audit.append('refusal', 'call-2', { code: 'VALIDATION' })).toBe(3);
  audit.close();
  expect(readAudit(directory).map(({ seq, kind }) => `${seq} ${kind}`)).toEqual([
    '1 intent',
    '2 outcome',
    '3 refusal',
  ]);
});

const CHANGES = {
  'an UPDATE': `UPDATE audit SET body = '{}' WHERE seq = 1`,
  'an UPDATE of many': `UPDATE audit SET seq = seq + 10`,
  'a DELETE': 'DELETE FROM audit WHERE seq = 2',
  'a REPLACE': `REPLACE INTO audit SELECT seq, ts, kind, call_id, '{}', prev, hash FROM audit WHERE seq = 1`,
  'an upsert': `INSERT INTO audit SELECT * FROM audit WHERE seq = 1 ON CONFLICT DO UPDATE SET body = '{}'`,
};

for (const [what, sql] of Object.entries(CHANGES)) {
  test(`${what} is refused`, () => {
    const { directory, path } = recordOneCall();
    const before = readAudit(directory);
    const db = new DatabaseSync(path);
    expect(() => db.exec(sql)).toThrow('the audit log is append-only');
    db.close();
    expect(readAudit(directory)).toEqual(before);
  });
}

test('removing the triggers and changing a row breaks the chain', () => {
  const { directory, path } = recordOneCall();
  const db = new DatabaseSync(path);
  db.exec(`DROP TRIGGER audit_no_update; UPDATE audit SET body = '{"tool":"other"}' WHERE seq = 1`);
  db.close();
  expect(() => readAudit(directory)).toThrow('The chain is broken at entry 1');
});

test('the hash covers every column', () => {
  const row = { seq: 1, ts: '2026-01-01T00:00:00.000Z', kind: 'intent', callId: 'c', body: '{}' };
  const others = [
    chainHash('1', row),
    chainHash('0', { ...row, seq: 2 }),
    chainHash('0', { ...row, ts: '2026-01-01T00:00:00.001Z' }),
    chainHash('0', { ...row, kind: 'outcome' }),
    chainHash('0', { ...row, callId: 'd' }),
    chainHash('0', { ...row, body: '[]' }),
  ];
  expect(new Set([chainHash('0', row), ...others]).size).toBe(7);
});

test('what an agent nested deeply keeps nobody from reading the rest of the record', () => {
  const path = join(temporaryDirectory(), 'audit.db');
  const audit = openAudit(path);
  const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
  audit.append('refusal', 'call-1', { session: 'agent', args: { x: nested(1200) } });
  audit.append('refusal', 'call-2', { session: 'agent', args: { x: nested(20) } });
  const db = new DatabaseSync(path);
  const valid = db.prepare('SELECT json_valid(body) AS valid FROM audit').all();
  db.close();
  expect(valid.map((row) => row.valid)).toEqual([1, 1]);
  expect(audit.ofSession('agent').map(({ body }) => body.args)).toEqual([
    JSON.stringify({ x: nested(1200) }),
    { x: nested(20) },
  ]);
  audit.close();
});

test('the entries of a session are found, the outcomes of its calls included, and no others', () => {
  const { path } = recordOneCall();
  const audit = openAudit(path);
  audit.append('intent', 'call-2', { session: 'another', tool: 'greet' });
  expect(audit.ofSession('agent').map(({ seq, kind }) => `${seq} ${kind}`)).toEqual([
    '1 intent',
    '2 outcome',
  ]);
  expect(audit.ofSession('nobody')).toEqual([]);
  audit.close();
});

test('a record whose last entry does not fit its hash is not gone on with', () => {
  const { path } = recordOneCall();
  const db = new DatabaseSync(path);
  db.exec(`DROP TRIGGER audit_no_update; UPDATE audit SET body = '{"ok":false}' WHERE seq = 2`);
  db.close();
  expect(() => openAudit(path)).toThrow(/audit\.db/);
});
