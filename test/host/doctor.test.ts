import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { fillDataDirectory } from '../support/data-directory.ts';
import { dataFiles } from '../support/file-bytes.ts';
import { type Home, makeHome } from '../support/home.ts';
import { BIN, hostPid, temporaryDirectory, until } from '../support/program.ts';
import { runOnMount } from '../support/run-on-mount.ts';
import { runAtTerminal } from '../support/terminal.ts';

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
  expect(stdout.includes('this is root\n')).toBe(process.geteuid?.() === 0);
  expect(stdout).toMatch(/\n\n\d+ ok, \d+ missing, 0 wrong\.\n$/);
  expect(code).toBe(0);
});

test('doctor knows programs, port, keys and clients, each with one line on what to do', async () => {
  const home = makeHome();
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  mkdirSync(join(home.directory, '.codex'));
  writeFileSync(join(home.directory, '.claude.json'), '{ "mcpServers": ');
  const env = { TAVILY_API_KEY: '', ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '', GEMINI_API_KEY: '' };
  const before = (await home.run(['doctor', '--port', String(port)], { env })).stdout;
  for (const name of ['git', 'rg', 'ssh', 'bwrap', 'bash'])
    expect(before).toMatch(new RegExp(`^ok +${name}: `, 'm'));
  expect(before).toMatch(/^(ok|missing) +browser: /m);
  expect(before).toMatch(
    new RegExp(`^missing +port ${port} is in use by another program\\n +only .+--port`, 'm'),
  );
  expect(before).toMatch(/^missing +tokens: none\n +.+tokens create NAME$/m);
  expect(before).toMatch(/^missing +web search: no provider has a key\n +.+TAVILY_API_KEY/m);
  expect(before).toMatch(/^missing +assistant: no model provider is set up\n/m);
  expect(before).toMatch(/^missing +Codex: found, and not connected\n +\S+ connect codex$/m);
  expect(before).toMatch(/^wrong +Claude Code: \S+\.claude\.json cannot be read\n/m);

  writeFileSync(join(home.directory, '.claude.json'), '{}');
  for (const client of ['codex', 'claude-code']) await home.run(['connect', client, '--yes']);
  await home.run(['tokens', 'create', 'ci']);
  await home.run(['secrets', 'set', 'ANTHROPIC_API_KEY'], { input: 'sk-ant-not-a-real-key-0123456789' });
  const { stdout, code } = await home.run(['doctor', '--json', '--port', '0'], {
    env: { ...env, TAVILY_API_KEY: 'tvly-x' },
  });
  const findings = JSON.parse(stdout) as { state: string; what: string }[];
  expect(findings.filter(({ state }) => state === 'ok').map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      'tokens: ci',
      'web search: tavily',
      'assistant: ANTHROPIC_API_KEY',
      'Codex: connected',
      'Claude Code: connected',
    ]),
  );
  expect(code).toBe(0);
  expect(stdout).not.toContain('sk-ant-not-a-real-key');
}, 60_000);

test('doctor finds a client that starts a Toolgate that is gone', async () => {
  const home = makeHome();
  const server = { command: 'node', args: ['/nowhere/bin/toolgate.js', 'stdio'] };
  writeFileSync(join(home.directory, '.claude.json'), JSON.stringify({ mcpServers: { toolgate: server } }));
  const { stdout, code } = await home.run(['doctor']);
  expect(stdout).toMatch(/^wrong +Claude Code: starts \/nowhere\/bin\/toolgate\.js, which is not there\n/m);
  expect(code).toBe(1);
});

test('doctor is green, yellow and red at a terminal', async () => {
  const home = makeHome();
  writeFileSync(join(home.directory, '.claude.json'), '{');
  const terminal = runAtTerminal(home, ['doctor']);
  expect(await terminal.exit).toBe(1);
  expect(terminal.raw()).toContain('\u001b[32mok      ');
  expect(terminal.raw()).toContain('\u001b[33mmissing ');
  expect(terminal.raw()).toContain('\u001b[31mwrong   ');
}, 30_000);

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

test('rules and tokens that are gone are told at the start, in the record and by doctor, until there are new ones', async () => {
  const home = makeHome();
  await home.run(['rules', 'add', 'deny', 'delete_file']);
  const pid = hostPid(home.dataDir);
  if (pid !== undefined) process.kill(pid, 'SIGTERM');
  await until('the host has ended', () => hostPid(home.dataDir) === undefined);
  writeFileSync(join(home.dataDir, 'toolgate.db'), '');
  const doctor = async () => (await home.run(['doctor'])).stdout;
  expect(await doctor()).toMatch(
    /^wrong +\S+toolgate\.db was empty or missing beside a record that is older: its rules/m,
  );
  await home.run(['call', 'list_directory', '{"path": "."}']);
  expect((await home.run(['audit', 'query'])).stdout).toMatch(/ NOT_FOUND .* admin\/state\/lost .*are gone/);
  expect(readFileSync(join(home.dataDir, 'host.log'), 'utf8')).toContain('its rules, tokens, answers');
  expect(await doctor()).toMatch(/^wrong +\S+toolgate\.db was empty/m);
  await home.run(['rules', 'add', 'deny', 'delete_file']);
  expect(await doctor()).toMatch(/^ok +toolgate\.db is undamaged$/m);
});
