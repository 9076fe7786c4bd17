import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { fillDataDirectory } from '../support/data-directory.ts';
import { dataFiles } from '../support/file-bytes.ts';
import { processesOf } from '../support/processes-of.ts';
import { temporaryDirectory, until } from '../support/program.ts';
import { type Ended, runProgram } from '../support/run-program.ts';
import { PACKS, SHORT_LIVED } from '../support/stdio-agent.ts';

const FILES = ['toolgate.db', 'audit.db'] as const;

const startPipe = (dataDir: string): Promise<Ended> =>
  runProgram(['stdio', '--data-dir', dataDir, '--pack', PACKS], { env: SHORT_LIVED });

/** The pipe says why in one line, ends with 2, and every data file is as it was. */
async function expectRefusal(dataDir: string, says: RegExp): Promise<void> {
  const before = dataFiles(dataDir);
  const { code, stdout, stderr } = await startPipe(dataDir);
  expect(stderr).toMatch(says);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect({ code, stdout, files: dataFiles(dataDir) }).toEqual({ code: 2, stdout: '', files: before });
  await until('the host to be gone', () => processesOf(dataDir).length === 0);
}

function setSchema(path: string, version: number): void {
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA user_version = ${version}`);
  db.close();
}

for (const file of FILES) {
  test(`${file} of a newer Toolgate is refused untouched`, async () => {
    const dataDir = temporaryDirectory();
    await fillDataDirectory(dataDir);
    setSchema(join(dataDir, file), 999);
    await expectRefusal(
      dataDir,
      /newer Toolgate \(schema 999, this program knows \d+\)\. Nothing was changed/,
    );
  });

  test(`${file} full of garbage is refused untouched`, async () => {
    const dataDir = temporaryDirectory();
    await fillDataDirectory(dataDir);
    writeFileSync(join(dataDir, file), randomBytes(20_000));
    await expectRefusal(dataDir, new RegExp(`${file} is damaged`));
  });

  for (const bytes of [100, 4096, 6000]) {
    test(`${file} cut off after ${bytes} bytes is refused untouched`, async () => {
      const dataDir = temporaryDirectory();
      await fillDataDirectory(dataDir);
      truncateSync(join(dataDir, file), bytes);
      await expectRefusal(dataDir, new RegExp(`${file} is damaged`));
    });
  }
}

test('a newer audit.db is refused before an absent toolgate.db is made', async () => {
  const dataDir = temporaryDirectory();
  await fillDataDirectory(dataDir);
  setSchema(join(dataDir, 'audit.db'), 999);
  rmSync(join(dataDir, 'toolgate.db'));
  await expectRefusal(dataDir, /newer Toolgate/);
});

test('a newer file that a killed host left with its log is refused untouched, log and all', async () => {
  const dataDir = temporaryDirectory();
  await fillDataDirectory(dataDir);
  const path = join(dataDir, 'toolgate.db');
  const copies = { db: readFileSync(path), wal: Buffer.alloc(0) };
  const db = new DatabaseSync(path);
  db.exec('PRAGMA user_version = 999');
  // What lies on the disk while the other program still runs is what a kill -9 leaves behind.
  copies.wal = readFileSync(`${path}-wal`);
  db.close();
  writeFileSync(path, copies.db);
  writeFileSync(`${path}-wal`, copies.wal);
  expect(copies.wal.length).toBeGreaterThan(0);
  await expectRefusal(dataDir, /newer Toolgate/);
});

test('a damaged lock file is said in words instead of being taken for another owner', {
  timeout: 8000,
}, async () => {
  const dataDir = temporaryDirectory();
  await fillDataDirectory(dataDir);
  writeFileSync(join(dataDir, 'host.lock'), randomBytes(20_000));
  await expectRefusal(dataDir, /host\.lock/);
});

test('what a killed host left behind is taken up again, not refused', async () => {
  const dataDir = temporaryDirectory();
  await fillDataDirectory(dataDir, 'SIGKILL');
  const { code, stdout, stderr } = await runProgram(['tokens', 'list', '--data-dir', dataDir]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^kept /);
});
