import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { configSchema } from '../../src/core/config.ts';
import { callerWith } from '../../src/host/agent.ts';
import { openAuditView, openedArguments } from '../../src/host/audit-view.ts';
import { readAudit } from '../support/audit-file.ts';
import { createTestHost, type TestHost } from '../support/host.ts';
import { temporaryDirectory } from '../support/program.ts';
import { callAsAllowed } from '../support/repository.ts';
import { inSandbox } from '../support/sandbox-place.ts';

/** A host with a question that nobody has answered. */
async function hostWithQuestion(): Promise<TestHost & { readonly id: string }> {
  const host = createTestHost({}, { root: temporaryDirectory(), dataDir: temporaryDirectory() });
  const answer = await host.call('write_file', { path: join(host.root, 'x'), content: 'x' });
  const hint = answer.kind === 'result' && !answer.ok ? (answer.error.hint ?? '') : '';
  return { ...host, id: /[0-9a-f-]{36}/.exec(hint)?.[0] ?? '' };
}

const sql = (file: string, text: string) =>
  `python3 -c "import sqlite3; c = sqlite3.connect('DATA/${file}'); c.execute(\\"${text}\\"); c.commit()"`;

const ATTACKS = [
  [
    'forge an approval',
    'the row of the question says yes',
    sql('toolgate.db', "UPDATE approval SET status = 'approved'"),
  ],
  ['forge an approval', 'the row of the question is gone', sql('toolgate.db', 'DELETE FROM approval')],
  ['forge an approval', 'the data lies elsewhere', 'mv DATA DATA-away; mkdir DATA; ls DATA'],
  ['forge an approval', 'the data by way of /proc', 'rm -rf /proc/self/root/DATA/*'],
  ['blind the record', 'all of it is deleted', 'rm -rf DATA/*'],
  ['blind the record', 'its files are cut', 'for f in DATA/*; do : > "$f"; done'],
  ['blind the record', 'its files are written over', 'for f in DATA/*; do echo x >> "$f"; done'],
  ['blind the record', 'a link leads to it', 'ln -s DATA link; rm -rf link/*; rm -f link'],
  [
    'blind the record',
    'inline code deletes it',
    `node -e "require('fs').rmSync('DATA', { recursive: true })"`,
  ],
] as const;

/** Its files, with what the host has not to write while nothing happens. */
const stateOf = (directory: string): string =>
  existsSync(directory)
    ? readdirSync(directory)
        .sort()
        .map((name) => {
          const path = join(directory, name);
          return statSync(path).isFile() ? `${name} ${hash('sha256', readFileSync(path))}` : name;
        })
        .join('\n')
    : 'gone';

inSandbox.each(ATTACKS)('%s: %s', async (_goal, _name, command) => {
  const bare = await hostWithQuestion();
  await bare.host.close();
  const before = stateOf(bare.dataDir);
  spawnSync('bash', ['-c', command.replaceAll('DATA', bare.dataDir)], { cwd: bare.root, timeout: 20_000 });
  expect(stateOf(bare.dataDir), 'it works when nothing stops it').not.toBe(before);
  rmSync(`${bare.dataDir}-away`, { recursive: true, force: true });

  const host = await hostWithQuestion();
  const line = command.replaceAll('DATA', host.dataDir);
  await host.call('shell_execute', { command: line });
  // Not even with a yes to all that can be asked for.
  await callAsAllowed(host)('shell_execute', { command: line, access: ['write'], reason: 'a try' });
  await callAsAllowed(host)('shell_execute', { command: line, access: ['host'], reason: 'a try' });
  expect(host.host.approvals.get(host.id)).toMatchObject({ status: 'pending' });
  expect(existsSync(join(host.root, 'x'))).toBe(false);
  expect(existsSync(join(host.dataDir, 'toolgate.db'))).toBe(true);
  // The record goes on: a call that works is one that was written down.
  expect(await host.call('list_directory', { path: host.root })).toMatchObject({ ok: true });
});

inSandbox('the record names what ran behind however long a comment', async () => {
  const host = createTestHost({}, { root: temporaryDirectory(), dataDir: temporaryDirectory() });
  const call = callAsAllowed(host);
  const record = async () => JSON.stringify(await host.call('query_audit', { tool: 'shell_execute' }));
  for (const [length, name] of [
    [5000, 'near'],
    [60_000, 'far'],
  ] as const) {
    const command = `# ${'x'.repeat(length)}\ntouch made-${name}`;
    expect(await call('shell_execute', { command })).toMatchObject({ ok: true });
    expect(existsSync(join(host.root, `made-${name}`))).toBe(true);
    expect(await record()).toContain(`made-${name}`);
  }
});

const BEHIND_GUESSES = [
  [
    'a cookie jar',
    "printf '# Netscape HTTP Cookie File\n1:localhost\tFALSE\t/\tFALSE\t0\tsession\ttest-3f9a1c' > jar.txt; touch made-x",
  ],
  ['a password', 'perl -e \'$password=qx!touch\\$IFS"made-x"!\''],
  ['a variable of make', "make -f /dev/null 'DB_PASSWORD!=touch$$IFS/srv/projects/made-x4' x"],
] as const;

inSandbox.each(BEHIND_GUESSES)('no guess at a secret hides what runs: %s', async (_name, command) => {
  const host = createTestHost({}, { root: temporaryDirectory(), dataDir: temporaryDirectory() });
  const caller = callerWith(configSchema.parse({}), 'stdio', { cwd: host.root, env: {} });
  const call = (more: object) =>
    host.host.call({
      tool: 'shell_execute',
      args: { command, access: ['write'], reason: 'a try' },
      caller,
      ...more,
    });
  const asked = await call({ clientCapabilities: { elicitation: {} } });
  // The client would get it masked; the page and the terminal do not.
  expect(JSON.stringify(asked.kind === 'input' ? asked.requests : {})).not.toContain('[REDACTED]');
  const [question] = host.host.approvals.list();
  expect(question?.card.preview).toContain('made-x');
  host.host.approvals.decide(question?.id ?? '', {
    verdict: 'approve',
    scope: 'once',
    by: 'me',
    via: 'page',
  });
  await call({});
  const view = openAuditView(host.dataDir, { XDG_STATE_HOME: host.keys, XDG_CONFIG_HOME: host.keys });
  onTestFinished(() => view.close());
  const row = view.query({ limit: 50 }).find(({ kind }) => kind === 'intent');
  expect(JSON.stringify(row?.body.args)).toContain('[REDACTED]');
  expect(row && openedArguments(host.dataDir, row)).toContain('made-x');
  expect(JSON.stringify(await host.call('query_audit', {}))).not.toContain('sealed');
});

inSandbox('what is too long to be recorded whole does not run', async () => {
  const host = createTestHost({}, { root: temporaryDirectory(), dataDir: temporaryDirectory() });
  const words = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((name) => `${name}=${'a'.repeat(100_000)}`);
  const argv = ['env', ...words, 'bash', '-c', 'echo ran'];
  expect(await host.call('run_command', { argv })).toMatchObject({
    ok: false,
    error: { code: 'VALIDATION' },
  });
  const short = ['env', ...words.slice(0, 2), 'bash', '-c', `# ${'p'.repeat(250)}\necho ran; cat hello.txt`];
  await host.call('run_command', { argv: short });
  const [row] = readAudit(host.dataDir).filter(
    ({ kind, body }) => kind === 'intent' && body.tool === 'run_command',
  );
  expect(JSON.stringify(row?.body)).toContain('echo ran; cat hello.txt');
});
