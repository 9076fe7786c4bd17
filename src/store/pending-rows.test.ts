import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { readAudit } from '../../test/support/audit-file.ts';
import { temporaryDirectory } from '../../test/support/program.ts';
import { type AuditLog, openAudit } from './audit.ts';
import { openAuditFile } from './audit-file.ts';
import { pendingPath } from './pending-rows.ts';

/** A record with some rows that are written down and not yet in its table. */
async function recordWithPending(rows: number): Promise<{ path: string; audit: AuditLog }> {
  const path = join(temporaryDirectory(), 'audit.db');
  const audit = openAudit(path);
  audit.append('intent', 'first', { text: 'tab\tand line\nand ünïcode \ud800' });
  for (let i = 0; i < rows; i++) await audit.add('refusal', `call-${i}`, { i }).batch.written;
  return { path, audit };
}

const inTable = (path: string): number => {
  const db = new DatabaseSync(path, { readOnly: true });
  const row = db.prepare('SELECT count(*) AS count FROM audit').get();
  db.close();
  return Number(row?.count);
};

test('rows that are not yet in the table are shown to whoever looks, in one chain with the others', async () => {
  const { path, audit } = await recordWithPending(3);
  expect(inTable(path)).toBe(1);
  expect(readAudit(dirname(path)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  const file = openAuditFile(path);
  expect(file.verify([])).toMatchObject({ entries: 4, problem: undefined });
  expect(file.query({ seq: 4, limit: 1 })).toMatchObject([{ callId: 'call-2' }]);
  file.close();
  audit.close();
});

test('they come into the table soon, before a row that must be there at once, and at the end', async () => {
  const { path, audit } = await recordWithPending(2);
  await vi.waitFor(() => expect(inTable(path)).toBe(3));
  expect(readFileSync(pendingPath(path), 'utf8')).toBe('');
  await audit.add('refusal', 'x', {}).batch.written;
  expect(inTable(path)).toBe(3);
  audit.append('intent', 'y', {}, { durable: true });
  expect(inTable(path)).toBe(5);
  await audit.add('refusal', 'z', {}).batch.written;
  audit.close();
  expect(inTable(path)).toBe(6);
});

/** What a killed process leaves: the files as they are at this moment. */
function killedCopy(path: string): string {
  const directory = temporaryDirectory();
  for (const name of readdirSync(dirname(path)).filter((name) => name.startsWith('audit.')))
    writeFileSync(join(directory, name), readFileSync(join(dirname(path), name)));
  return join(directory, 'audit.db');
}

test('the next host finds what a killed one had written down, and goes on behind it', async () => {
  const { path, audit } = await recordWithPending(3);
  const copy = killedCopy(path);
  // Cut off in the middle of a row, which was never answered for.
  appendFileSync(pendingPath(copy), '5\t2026-01-01T00:00:00.000Z\tref');
  const next = openAudit(copy);
  expect(inTable(copy)).toBe(4);
  expect(next.append('refusal', 'later', {})).toBe(5);
  next.close();
  expect(readAudit(dirname(copy))).toHaveLength(5);
  audit.close();
});

test('rows that came into the table just before the end are not taken twice', async () => {
  const { path, audit } = await recordWithPending(2);
  const before = readFileSync(pendingPath(path));
  audit.settle();
  const copy = killedCopy(path);
  writeFileSync(pendingPath(copy), before);
  openAudit(copy).close();
  expect(readAudit(dirname(copy))).toHaveLength(3);
  audit.close();
});

test('a row that was changed there is kept aside, said aloud, and not gone on with', async () => {
  const { path, audit } = await recordWithPending(3);
  const copy = killedCopy(path);
  audit.close();
  const pending = pendingPath(copy);
  writeFileSync(pending, readFileSync(pending, 'utf8').replace('{"i":1}', '{"i":7}'));
  expect(openAuditFile(copy).verify([]).problem).toMatch(/^Entry 3 was changed/);
  const warnings: string[] = [];
  const next = openAudit(copy, { warn: (message) => warnings.push(message) });
  expect(next.append('refusal', 'later', {})).toBe(3);
  next.close();
  const [aside = ''] = warnings[0]?.match(/\S+$/) ?? [];
  expect(existsSync(aside) && readFileSync(aside, 'utf8')).toContain('{"i":7}');
  expect(readAudit(dirname(copy)).map(({ callId }) => callId)).toEqual(['first', 'call-0', 'later']);
});

test('a table that takes nothing stops the next row, and loses none', async () => {
  const { path, audit } = await recordWithPending(1);
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  expect(() => audit.settle()).toThrow('locked');
  await vi.waitFor(() => expect(() => audit.add('refusal', 'x', {})).toThrow('locked'), { timeout: 3000 });
  other.exec('COMMIT');
  other.close();
  await audit.add('refusal', 'y', {}).batch.written;
  audit.close();
  const ids = readAudit(dirname(path)).map(({ callId }) => callId);
  expect(ids.slice(0, 2)).toEqual(['first', 'call-0']);
  expect(ids.at(-1)).toBe('y');
});

test('what stands in its place is named', () => {
  const path = join(temporaryDirectory(), 'audit.db');
  mkdirSync(pendingPath(path));
  expect(() => openAudit(path)).toThrow(`${pendingPath(path)} cannot be used: EISDIR`);
});
