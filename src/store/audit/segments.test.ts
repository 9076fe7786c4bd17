import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { zstdCompressSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeRecord, type TestRecord } from '../../../test/support/record.ts';
import { openAuditFile } from './audit-file.ts';
import { createAuditReader } from './audit-reader.ts';
import { closeSegments } from './close-segments.ts';
import { expandSegment, segmentsDirectory } from './segments.ts';

const NOW = Date.parse('2026-06-15T12:00:00.000Z');
const DAY_MS = 86_400_000;

/** Calls of one agent, one after the other, as an intent and an outcome each. */
function addCalls(record: TestRecord, calls: number, settings: Record<string, unknown> = {}): void {
  const audit = record.open(settings);
  for (let i = 0; i < calls; i++) {
    const intent = audit.append('intent', `call-${i}`, {
      principal: 'me',
      tool: `tool_${i % 7}`,
      risk: 'LOW',
      i,
    });
    audit.append('outcome', `call-${i}`, { intent, ok: i % 10 !== 0 });
  }
  audit.close();
}

/** Closes everything but the newest rows, into segments of this size. */
function close({ path }: TestRecord, limits: { segmentBytes?: number; keepRows?: number } = {}): number {
  const db = new DatabaseSync(path, { timeout: 10_000 });
  try {
    return closeSegments(db, path, { segmentBytes: 30_000, segmentDays: 30, keepRows: 101, ...limits })
      .length;
  } finally {
    db.close();
  }
}

const files = ({ path }: TestRecord): string[] => readdirSync(segmentsDirectory(path)).sort();

function inTable({ path }: TestRecord): number {
  const db = new DatabaseSync(path, { readOnly: true });
  const row = db.prepare('SELECT count(*) AS count FROM audit').get();
  db.close();
  return Number(row?.count);
}

test('older entries are closed by size, and all of the record is read as before', () => {
  const record = makeRecord();
  addCalls(record, 500);
  const look = () => {
    const file = openAuditFile(record.path);
    try {
      return {
        rows: [...file.rows()],
        stats: file.stats(),
        all: file.query({ limit: 10_000 }),
        failed: file.query({ limit: 30, failed: true }),
        tool: file.query({ limit: 10_000, tool: 'tool_3' }),
        one: [1, 449, 450, 899, 900, 901, 1000].map((seq) => file.query({ seq, limit: 1 })),
        none: file.query({ limit: 10, agent: 'nobody' }),
      };
    } finally {
      file.close();
    }
  };
  const before = look();
  expect(before.all).toHaveLength(1000);
  expect(close(record)).toBeGreaterThan(2);
  expect(inTable(record)).toBe(101);
  expect(look()).toEqual(before);
  expect(record.verify()).toEqual({ ...record.verify(), entries: 1000, first: 1, problem: undefined });
  const bytes = files(record).reduce(
    (sum, name) => sum + statSync(join(segmentsDirectory(record.path), name)).size,
    0,
  );
  expect(bytes / 899).toBeLessThan(150);
});

test('a query in a thread reads across segments, also by time', async () => {
  const record = makeRecord();
  addCalls(record, 300);
  close(record);
  const reader = createAuditReader(record.path, () => {});
  onTestFinished(() => reader.close());
  const found = await reader.query({ limit: 1000, tool: 'tool_5' });
  expect(found.map(({ callId }) => callId)).toEqual(
    Array.from({ length: 300 }, (_, i) => i)
      .filter((i) => i % 7 === 5)
      .reverse()
      .flatMap((i) => [`call-${i}`, `call-${i}`]),
  );
  const first = (await reader.query({ seq: 1, limit: 1 }))[0]?.ts ?? '';
  expect(await reader.query({ until: '2020-01-01T00:00:00.000Z', limit: 5 })).toEqual([]);
  expect((await reader.query({ since: first, limit: 1000 })).length).toBe(600);
});

test('a host goes on with the chain behind segments, and closes more beside its calls', async () => {
  const record = makeRecord();
  addCalls(record, 300);
  close(record);
  addCalls(record, 50);
  expect(record.verify()).toMatchObject({ entries: 700, problem: undefined });
  close(record, { keepRows: 10 });
  expect(record.verify()).toMatchObject({ entries: 700, problem: undefined });
});

test('a host closes what is old by itself, and removes what was kept long enough; the record says so', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW - 100 * DAY_MS });
  onTestFinished(() => void vi.useRealTimers());
  const record = makeRecord();
  addCalls(record, 20);
  vi.setSystemTime(NOW);
  const host = record.open({ segmentDays: 30 });
  await host.upkeep.idle();
  expect(files(record)).toEqual(['000000000001-000000000039.zst']);
  host.append('refusal', 'later', {});
  host.close();
  expect(record.verify()).toMatchObject({ entries: 41, first: 1, problem: undefined });

  const next = record.open({ segmentDays: 30, keepDays: 60 });
  expect(files(record)).toEqual([]);
  next.close();
  expect(record.verify()).toMatchObject({ entries: 42, first: 40, problem: undefined });
  const file = openAuditFile(record.path);
  expect(file.query({ limit: 1 })).toMatchObject([
    { kind: 'retention', body: { firstSeq: 1, lastSeq: 39, keepDays: 60 } },
  ]);
  file.close();
});

const SEGMENT_ATTACKS: Record<string, { attack: (file: string, record: TestRecord) => void; found: RegExp }> =
  {
    'a row in a segment is changed': {
      attack: (file) =>
        writeFileSync(file, zstdCompressSync(expandSegment(readFileSync(file)).replace('tool_3', 'tool_4'))),
      found: /^Entry \d+ was changed after it was written$/,
    },
    'a row in a segment is removed': {
      attack: (file) =>
        writeFileSync(file, zstdCompressSync(expandSegment(readFileSync(file)).replace(/\n5\t.*\n/, '\n'))),
      found: /^Entry 5 is missing: entry 6 follows entry 4$/,
    },
    'a segment is damaged': {
      attack: (file) => writeFileSync(file, 'nonsense'),
      found: /^The record cannot be read behind entry 0: /,
    },
    'a segment is removed': {
      attack: (file) => rmSync(file),
      found: /^The record cannot be read behind entry 0: the file with entries 1 to \d+ is missing/,
    },
    'a segment is removed, and the note of it': {
      attack: (file, { tamper }) => {
        rmSync(file);
        tamper('DELETE FROM segment WHERE first_seq = 1');
      },
      found: /^Entries 1 to \d+ are missing, and no entry of ours says that they were removed$/,
    },
    'a segment is removed as if its time had come': {
      attack: (file, { tamper }) => {
        rmSync(file);
        tamper(`UPDATE segment SET removed_at = '2026-01-01T00:00:00.000Z' WHERE first_seq = 1`);
      },
      found: /^Entries 1 to \d+ are missing, and no entry of ours says that they were removed$/,
    },
    'rows of the table are hidden behind a segment that is none': {
      attack: (_file, { tamper }) =>
        tamper(`INSERT INTO segment SELECT max(seq), max(seq), ts, ts, hash, 0, NULL FROM audit`),
      found: /is missing/,
    },
  };

for (const [what, { attack, found }] of Object.entries(SEGMENT_ATTACKS)) {
  test(`verify finds that ${what}`, () => {
    const record = makeRecord();
    addCalls(record, 300);
    close(record);
    expect(record.verify()).toMatchObject({ entries: 600, problem: undefined });
    attack(join(segmentsDirectory(record.path), files(record)[0] ?? ''), record);
    expect(record.verify().problem).toMatch(found);
  });
}

const SCRIPT = fileURLToPath(new URL('../../../test/support/scripts/close-segments.ts', import.meta.url));

test('kill -9 in the middle of closing loses nothing, whenever it comes', async () => {
  const record = makeRecord();
  addCalls(record, 2000);
  const seen = new Set<string>();
  for (let kills = 0; kills < 8; kills++) {
    const child = spawn(process.execPath, [SCRIPT, record.path, '20000'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    setTimeout(() => child.kill('SIGKILL'), Math.random() * 60);
    await ended;
    expect(record.verify()).toMatchObject({ entries: 4000, problem: undefined });
    seen.add(`${files(record).length} ${inTable(record)}`);
  }
  // It was cut off in many places, and went on from each.
  expect(seen.size).toBeGreaterThan(1);
  close(record, { segmentBytes: 20_000, keepRows: 100 });
  expect(inTable(record)).toBe(100);
  expect(files(record).some((name) => name.endsWith('.unfinished'))).toBe(false);
  expect(record.verify()).toMatchObject({ entries: 4000, problem: undefined });
});
