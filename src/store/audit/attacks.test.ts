import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { makeRecord, type TestRecord } from '../../../test/support/record.ts';
import { addAnchor, readAnchors, readHeads, signedText } from './anchors.ts';
import { nextRow } from './chain.ts';
import { openSigner, type Signer } from './signing-key.ts';

/** A record of a host that was killed: its last rows are written, and nobody closed anything. */
function killedRecord(): TestRecord {
  const record = makeRecord();
  const audit = record.open();
  for (let i = 0; i < 3; i++)
    audit.append('intent', `write-${i}`, { tool: 'write_file', i }, { durable: true });
  for (let i = 0; i < 3; i++) audit.append('outcome', `read-${i}`, { tool: 'read_file', i });
  expect(record.verify()).toMatchObject({ entries: 6, problem: undefined });
  return record;
}

const inventTool = (body: string): string => body.replace('write_file', 'read_file');

/** What is done to the record of six entries, and what verify says of it. */
const ATTACKS: Record<string, { attack: (record: TestRecord) => void; found: RegExp }> = {
  'an entry is changed': {
    attack: ({ tamper }) => tamper(`UPDATE audit SET body = '{"tool":"read_file"}' WHERE seq = 2`),
    found: /^Entry 2 was changed after it was written$/,
  },
  'an entry is removed': {
    attack: ({ tamper }) => tamper('DELETE FROM audit WHERE seq = 2'),
    found: /^Entry 2 is missing: entry 3 follows entry 1$/,
  },
  'the first entries are removed': {
    attack: ({ tamper }) => tamper('DELETE FROM audit WHERE seq <= 2'),
    found: /^Entries 1 to 2 are missing, and no entry of ours says that they were removed$/,
  },
  'the first entries are removed, and an entry is added that says so': {
    attack: (record) => {
      addRow(record, 'retention', (lastHash) => ({ firstSeq: 1, lastSeq: 2, lastHash }));
      record.tamper('DELETE FROM audit WHERE seq <= 2');
    },
    found: /^Entries 1 to 2 are missing, and no entry of ours says that they were removed$/,
  },
  'the same is done, and the next host goes on behind it': {
    attack: (record) => {
      addRow(record, 'retention', (lastHash) => ({ firstSeq: 1, lastSeq: 2, lastHash, signature: 'AAAA' }));
      record.tamper('DELETE FROM audit WHERE seq <= 2');
      const next = record.open();
      next.append('intent', 'later', {}, { durable: true });
      next.close();
    },
    found: /^Entries 1 to 2 are missing, and no entry of ours says that they were removed$/,
  },
  'an answer is added behind the end, with a hash that fits': {
    attack: (record) => addRow(record, 'decision', () => ({ verdict: 'approved' })),
    found: /^Entry 7 has no anchor: something else than Toolgate added it/,
  },
  'two entries are swapped': {
    attack: ({ tamper }) =>
      tamper(
        'UPDATE audit SET seq = 100 WHERE seq = 2; UPDATE audit SET seq = 2 WHERE seq = 3; UPDATE audit SET seq = 3 WHERE seq = 100',
      ),
    found: /^Entry 2 does not continue entry 1/,
  },
  'an entry is added': {
    attack: ({ tamper }) =>
      tamper(`INSERT INTO audit SELECT 7, ts, kind, call_id, body, prev, hash FROM audit WHERE seq = 6`),
    found: /^Entry 7 does not continue entry 6/,
  },
  'the end is cut off': {
    attack: ({ tamper }) => tamper('DELETE FROM audit WHERE seq = 6'),
    found: /^The end is missing: entry 6 was there, and the record ends at 5$/,
  },
  'all of it is removed': {
    attack: ({ tamper }) => tamper('DELETE FROM audit'),
    found: /^The end is missing: entry \d was there, and the record ends at 0$/,
  },
  'the last durable entry is changed, and the chain made anew from there': {
    attack: ({ rechain }) => rechain(3, inventTool),
    found: /^Entry 3 is not the one that was anchored: the record was rewritten$/,
  },
  'all of the chain is made anew': {
    attack: ({ rechain }) => rechain(1, inventTool),
    found: /is not the one that was anchored: the record was rewritten$/,
  },
  'the chain is made anew, and the anchors are removed': {
    attack: ({ rechain, anchors }) => {
      rechain(1, inventTool);
      rmSync(dirname(anchors), { recursive: true });
    },
    found: /^There is no anchor for this record/,
  },
  'the chain is made anew, and anchors without a signature are written to fit it': {
    attack: (record) => {
      record.rechain(1, inventTool);
      writeAnchor(record);
    },
    found: /^Entries after 0 have no signed anchor: signed anchors were removed$/,
  },
  'the chain is made anew, and anchors are signed with another key to fit it': {
    attack: (record) => {
      record.rechain(1, inventTool);
      writeAnchor(record, openSigner(join(temporaryDirectory(), 'key')));
    },
    found: /^The anchor of entry 6 was not signed with the key of this user$/,
  },
};

/** By the public formula of the chain; `bodyOf` is given the hash of entry 2. */
function addRow(
  { tamper, path }: TestRecord,
  kind: string,
  bodyOf: (hash: string) => Record<string, unknown>,
): void {
  const db = new DatabaseSync(path, { readOnly: true });
  const tail = db.prepare('SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1').get();
  const second = db.prepare('SELECT hash FROM audit WHERE seq = 2').get();
  db.close();
  const end = { seq: Number(tail?.seq), hash: String(tail?.hash) };
  const row = nextRow(end, kind, 'forged', bodyOf(String(second?.hash)));
  const values = [row.seq, row.ts, row.kind, row.callId, row.body, row.prev, row.hash];
  tamper(`INSERT INTO audit VALUES (${values.map((value) => `'${value}'`).join(', ')})`);
}

/** In place of those that are there. */
function writeAnchor({ anchors, path, dataDir }: TestRecord, signer?: Signer): void {
  const db = new DatabaseSync(path, { readOnly: true });
  const { seq, hash } = db.prepare('SELECT * FROM audit ORDER BY seq DESC LIMIT 1').get() ?? {};
  db.close();
  const anchor = { seq: Number(seq), hash: String(hash), ts: new Date().toISOString() };
  rmSync(dirname(anchors), { recursive: true });
  addAnchor(anchors, dataDir, { ...anchor, signature: signer?.sign(signedText(anchor)) });
}

for (const [what, { attack, found }] of Object.entries(ATTACKS)) {
  test(`verify finds that ${what}`, () => {
    const record = killedRecord();
    attack(record);
    expect(record.verify().problem).toMatch(found);
  });
}

test('a cut is found though the next host went on behind it', () => {
  const record = killedRecord();
  record.tamper('DELETE FROM audit WHERE seq > 4');
  const next = record.open();
  for (let i = 0; i < 10; i++) next.append('intent', `later-${i}`, {}, { durable: true });
  next.close();
  expect(record.verify().problem).toMatch(/^Entry 6 is not the one that was anchored/);
});

test('every write is anchored, those of a turn together, and a host that ends keeps its last anchor', async () => {
  const record = makeRecord();
  const audit = record.open();
  await Promise.all([1, 2, 3].map((i) => audit.add('refusal', `call-${i}`, {}).batch.written));
  expect(readHeads(record.anchors, record.dataDir).map(({ seq }) => seq)).toContain(3);
  expect(existsSync(record.anchors)).toBe(false);
  audit.close();
  expect(readAnchors(record.anchors, record.dataDir).map(({ seq }) => seq)).toEqual([3, 3]);
});

test('where anchors cannot be written, calls go on, and it is said once', () => {
  const record = makeRecord();
  writeFileSync(join(record.env.XDG_STATE_HOME ?? '', 'toolgate'), 'in the way');
  const audit = record.open();
  for (let i = 0; i < 3; i++) audit.append('refusal', `call-${i}`, {});
  audit.close();
  expect(record.warnings).toHaveLength(1);
  expect(record.warnings[0]).toContain('anchors of the record cannot be written');
});
