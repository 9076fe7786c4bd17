import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { remoteFolders } from '../support/ssh/folders.ts';
import { createRemoteHost } from '../support/ssh/remote-host.ts';
import { startSshd } from '../support/ssh/sshd.ts';

const TOOL = 'acp_remote_execute_command';

/** A machine that has no Bash, as those with BusyBox. */
const sshd = await startSshd({ config: [`SetEnv PATH=${withoutBash()}`] });
afterAll(() => sshd.close());
const { folder, own } = remoteFolders();

function withoutBash(): string {
  const directory = mkdtempSync(join(tmpdir(), 'tg-no-bash-'));
  chmodSync(directory, 0o755);
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  for (const name of readdirSync('/usr/bin'))
    if (!/bash$/.test(name)) symlinkSync(join('/usr/bin', name), join(directory, name));
  return directory;
}

/** A person says yes for the session to one command. */
async function afterYesTo(command: string) {
  const { host, approved, unasked } = createRemoteHost(sshd);
  const asked = () => host.approvals.list().filter(({ status }) => status === 'pending');
  await approved.call('acp_remote_list_files', { path: '~' });
  expect(await unasked.call(TOOL, { command })).toMatchObject({ code: 'APPROVAL_PENDING' });
  for (const { id, status } of host.approvals.list())
    if (status === 'pending')
      host.approvals.decide(id, { verdict: 'approve', scope: 'session', by: 'tester', via: 'terminal' });
  expect(await unasked.call(TOOL, { command })).toMatchObject({ ok: true });
  return { ...unasked, asked };
}

test('an answer for a remote command covers no line that another shell than Bash reads otherwise', async () => {
  const cwd = folder();
  for (const name of ['kept', 'x', 'y']) writeFileSync(join(cwd, name), `${name}\n`);
  own(cwd);
  const unasked = await afterYesTo('ls');
  const lines = [
    'ls; [[ a > kept ]]',
    'x=1; ls; (( rm = x ))',
    "ls $'\\'; touch made; #'",
    'ls |& ls',
    'ls &>/dev/null',
    'ls {a,b}',
    'ls; for ((i=0;i<1;i++)); do ls; done',
    'ls; time ls',
  ];
  for (const command of lines)
    expect(await unasked.call(TOOL, { command, cwd }), command).toMatchObject({ code: 'APPROVAL_PENDING' });
  const jobs = await unasked.call(TOOL, { command: 'ls; [[ a > kept ]]', cwd, background: true });
  expect(jobs).toMatchObject({ code: 'APPROVAL_PENDING' });
  const many = { command: 'ls; [[ a > kept ]]', cwd, hosts: ['box'] };
  expect(await unasked.call('acp_remote_execute_many', many)).toMatchObject({ code: 'APPROVAL_PENDING' });
  expect(readdirSync(cwd)).toEqual(['kept', 'x', 'y']);
  expect(readFileSync(join(cwd, 'kept'), 'utf8')).toBe('kept\n');
});

test('it covers the command with other words, in what every shell reads alike', async () => {
  const cwd = folder({ 'a.txt': '', 'b c.txt': '' });
  const unasked = await afterYesTo('ls');
  for (const command of ['ls -la', 'ls "b c.txt" && ls a.txt', 'ls ./*.txt; ls', 'ls | ls', 'ls 2>&1'])
    expect(await unasked.call(TOOL, { command, cwd }), command).toMatchObject({ ok: true });
});

test('a line that was itself allowed for the session runs again', async () => {
  const command = 'for f in *; do echo "$f"; done';
  const unasked = await afterYesTo(command);
  expect(await unasked.call(TOOL, { command })).toMatchObject({ ok: true });
});

test('an answer for a remote command covers none that goes on in the background, whose card says so', async () => {
  const unasked = await afterYesTo('ls');
  expect(await unasked.call(TOOL, { command: 'ls', background: true })).toMatchObject({
    code: 'APPROVAL_PENDING',
  });
  const [question] = unasked.asked();
  expect(JSON.stringify(question)).toContain('It goes on there when its agent leaves');
});
