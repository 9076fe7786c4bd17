import { existsSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { readAudit } from '../../test/support/audit-file.ts';
import { temporaryDirectory } from '../../test/support/program.ts';
import { type AuditLog, openAudit } from './audit.ts';
import { openAuditFile } from './audit-file.ts';
import { pendingPath } from './pending-rows.ts';

/** As many reads at once as a busy agent makes, over and over. */
async function burst(audit: AuditLog, rows: number): Promise<void> {
  for (let i = 0; i < rows; i += 50) {
    const added = Array.from({ length: 50 }, (_, k) =>
      audit.add('refusal', `call-${i + k}`, { i, text: 'ü\t\n' }),
    );
    await Promise.all(added.map(({ batch }) => batch.written));
  }
}

function inTable(path: string): number {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 2000 });
  const row = db.prepare('SELECT count(*) AS count FROM audit').get();
  db.close();
  return Number(row?.count);
}

function verified(path: string) {
  const file = openAuditFile(path);
  try {
    return file.verify([]);
  } finally {
    file.close();
  }
}

test('many rows come into the table beside the calls, in one chain, and leave the file', async () => {
  const path = join(temporaryDirectory(), 'audit.db');
  const audit = openAudit(path);
  for (let round = 0; round < 4; round++) {
    await burst(audit, 2000);
    // Whoever looks in between sees everything, wherever it is just now.
    expect(verified(path)).toMatchObject({ entries: audit.append('intent', 'x', {}, { durable: true }) - 1 });
  }
  await burst(audit, 500);
  await vi.waitFor(() => expect(inTable(path)).toBe(8504), { timeout: 5000 });
  await vi.waitFor(() => expect(readFileSync(pendingPath(path), 'utf8')).toBe(''));
  audit.close();
  expect(verified(path)).toMatchObject({ entries: 8504, problem: undefined });
});

test('rows that a thread still has are in the table when it is settled or closed', async () => {
  const path = join(temporaryDirectory(), 'audit.db');
  const audit = openAudit(path);
  await burst(audit, 1000);
  audit.settle();
  expect(inTable(path)).toBe(1000);
  await burst(audit, 1000);
  audit.close();
  expect(inTable(path)).toBe(2000);
  expect(readAudit(dirname(path))).toHaveLength(2000);
});

test('a table that is locked for a while loses nothing, and one that holds strange rows takes no more', async () => {
  const path = join(temporaryDirectory(), 'audit.db');
  const audit = openAudit(path);
  await burst(audit, 500);
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  await burst(audit, 500);
  other.exec('COMMIT');
  await vi.waitFor(() => expect(inTable(path)).toBe(1000), { timeout: 5000 });
  other.exec(`INSERT INTO audit VALUES (1001, 't', 'refusal', 'strange', '{}', 'p', 'h')`);
  other.close();
  expect(() => audit.append('refusal', 'mine', {})).toThrow('Entry 1001 of the record is not the one');
  await burst(audit, 200);
  await vi.waitFor(() => expect(() => audit.add('refusal', 'mine', {})).toThrow('Entry 1001'), {
    timeout: 5000,
  });
});

test('a thread makes no new record where the old one was taken away', async () => {
  const directory = join(temporaryDirectory(), 'data');
  const path = join(directory, 'audit.db');
  const onLost = vi.fn();
  const audit = openAudit(path, { onLost });
  renameSync(directory, `${directory}-away`);
  await burst(audit, 1000);
  expect(() => audit.append('refusal', 'x', {})).toThrow('was taken away');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(existsSync(directory)).toBe(false);
  expect(onLost).toHaveBeenCalled();
});
