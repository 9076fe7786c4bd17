import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { fillDataDirectory } from '../support/data-directory.ts';
import { dataFiles } from '../support/file-bytes.ts';
import { type Home, makeHome } from '../support/home.ts';
import { BIN, hostPid, temporaryDirectory } from '../support/program.ts';
import { runOnMount } from '../support/run-on-mount.ts';

const { version } = JSON.parse(readFileSync(join(BIN, '../../package.json'), 'utf8')) as { version: string };

test('doctor says what is right and what is missing, and how to get it', async () => {
  const home = makeHome();
  const { code, stdout, stderr } = await home.run(['doctor']);
  expect(stderr).toBe('');
  expect(stdout).toMatch(new RegExp(`^ok +toolgate ${version} on Node v`));
  expect(stdout).toMatch(/^ok +configuration is right; mode execute_with_confirm$/m);
  expect(stdout).toContain(`data directory ${home.dataDir}\n`);
  expect(stdout).toMatch(/^ok +no host runs; the first agent starts one$/m);
  expect(stdout).toContain(`an agent started here can use ${home.project}\n`);
  expect(stdout).toMatch(/^ok +koffi: programs start without a copy of the host$/m);
  expect(code).toBe(/^missing/m.test(stdout) ? 1 : 0);
});

test('doctor knows a dead host from a living one', async () => {
  const home = makeHome();
  await fillDataDirectory(home.dataDir, 'SIGKILL');
  expect((await home.run(['doctor'])).stdout).toMatch(/^ok +no host runs/m);
});

test('doctor accepts a data directory that the first start would make', async () => {
  const home = makeHome();
  const dataDir = join(home.directory, 'not', 'yet', 'there');
  const { stdout } = await home.run(['doctor', '--data-dir', dataDir]);
  expect(stdout).toContain(`ok       data directory ${dataDir}\n`);
});

/** Doctor finds this wrong, ends with 1, and leaves every file as it was, with none beside it. */
async function expectFinding(home: Home, says: RegExp): Promise<void> {
  const before = { names: readdirSync(home.dataDir), files: dataFiles(home.dataDir) };
  const { code, stdout, stderr } = await home.run(['doctor']);
  expect(stdout).toMatch(says);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect({ names: readdirSync(home.dataDir), files: dataFiles(home.dataDir) }).toEqual(before);
}

for (const file of ['toolgate.db', 'audit.db']) {
  test(`doctor finds ${file} full of garbage`, async () => {
    const home = makeHome();
    await fillDataDirectory(home.dataDir);
    writeFileSync(join(home.dataDir, file), randomBytes(20_000));
    await expectFinding(home, new RegExp(`^wrong +\\S+${file} is damaged \\(.+Move it away or restore`, 'm'));
  });

  test(`doctor finds ${file} damaged behind its first page`, async () => {
    const home = makeHome();
    await fillDataDirectory(home.dataDir);
    const fd = openSync(join(home.dataDir, file), 'r+');
    writeSync(fd, randomBytes(4096), 0, 4096, 4096);
    closeSync(fd);
    await expectFinding(home, new RegExp(`^wrong +\\S+${file} is damaged \\(`, 'm'));
  });

  test(`doctor finds ${file} of a newer Toolgate`, async () => {
    const home = makeHome();
    await fillDataDirectory(home.dataDir);
    const db = new DatabaseSync(join(home.dataDir, file));
    db.exec('PRAGMA user_version = 999');
    db.close();
    await expectFinding(
      home,
      new RegExp(`^wrong +\\S+${file} was written by a newer Toolgate .+Update Toolgate`, 'm'),
    );
  });
}

test('doctor finds a record whose last entry was changed', async () => {
  const home = makeHome();
  await fillDataDirectory(home.dataDir);
  const db = new DatabaseSync(join(home.dataDir, 'audit.db'));
  db.exec(`DROP TRIGGER audit_no_update; UPDATE audit SET body = '{}'`);
  db.close();
  await expectFinding(home, /^wrong +\S+audit\.db is damaged \(its last entry \d+ does not fit its hash\)/m);
});

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`doctor finds nothing wrong with what a host left behind after ${signal}`, async () => {
    const home = makeHome();
    await fillDataDirectory(home.dataDir, signal);
    const before = { names: readdirSync(home.dataDir), files: dataFiles(home.dataDir) };
    const { stdout } = await home.run(['doctor']);
    expect(stdout).toMatch(/^ok +toolgate\.db is undamaged\nok +audit\.db is undamaged$/m);
    expect({ names: readdirSync(home.dataDir), files: dataFiles(home.dataDir) }).toEqual(before);
  });
}

test('doctor looks at the databases while a host works with them', async () => {
  const home = makeHome();
  await home.run(['call', 'get_diagnostics']);
  expect(hostPid(home.dataDir)).toBeDefined();
  const { stdout } = await home.run(['doctor']);
  expect(stdout).toMatch(/^ok +toolgate\.db is undamaged\nok +audit\.db is undamaged\nok +host \S+ runs/m);
  expect((await home.run(['call', 'get_diagnostics'])).code).toBe(0);
});

test('doctor finds a data directory on a full disk, without a host and with one', async () => {
  const dataDir = temporaryDirectory();
  const project = join(temporaryDirectory(), 'project');
  mkdirSync(project);
  const call = 'toolgate call get_diagnostics --data-dir "$DIR" >/dev/null';
  const doctorOnFull = `cat /dev/zero > "$DIR/filler" 2>/dev/null
     toolgate doctor --data-dir "$DIR"; echo "code $?"`;
  const { stdout, stderr } = await runOnMount(
    dataDir,
    `mount -t tmpfs -o size=4m tmpfs "$DIR" || exit 99
     cd '${project}'
     ${call}
     while [ -e "$DIR/host.json" ]; do sleep 0.1; done
     ${doctorOnFull}
     rm "$DIR/filler"
     ${call}
     ${doctorOnFull}
     ls -A "$DIR" | grep doctor`,
  );
  const full = `wrong    data directory ${dataDir} is not writable: ENOSPC: no space left on device, write\n         make room on its disk`;
  expect(stdout.split(full)).toHaveLength(3);
  expect(stdout.match(/^(ok|wrong) +.*\.db .*$/gm)).toEqual([
    'ok       toolgate.db is undamaged',
    'ok       audit.db is undamaged',
    'ok       toolgate.db is undamaged',
    'ok       audit.db is undamaged',
  ]);
  expect({ codes: stdout.match(/^code \d$/gm), stderr }).toEqual({ codes: ['code 1', 'code 1'], stderr: '' });
});
