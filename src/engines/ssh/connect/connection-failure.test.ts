import { expect, test } from 'vitest';
import { createRemoteHost, sharedSshd } from '../../../../test/support/ssh/remote-host.ts';
import { startSshd } from '../../../../test/support/ssh/sshd.ts';

const sshd = await sharedSshd();

test('a jump host that cannot be reached is told from the machine behind it', async () => {
  const hosts = {
    jump: {},
    dead: { port: 1 },
    behind: { more: ['ProxyJump dead'] },
    stranger: { identity: '', more: ['ProxyJump locked'] },
    locked: { user: 'nobody-of-this-name' },
    down: { port: 1, more: ['ProxyJump jump'] },
  };
  const { approved } = createRemoteHost(sshd, { hosts });
  const messageOf = async (host: string) =>
    (await approved.call('acp_remote_list_files', { host, path: '.' })).message;
  expect(await messageOf('behind')).toMatch(
    /^Cannot reach the jump host or proxy of behind: connection refused after /,
  );
  expect(await messageOf('stranger')).toMatch(/^the jump host or proxy of stranger refused user /i);
  expect(await messageOf('down')).toMatch(/^Cannot reach down from its jump host: connection refused after /);
  expect(await messageOf('dead')).toMatch(/^Cannot reach dead: connection refused after /);
}, 30_000);

test('an account for files alone says so, and its files are reached', async () => {
  const files = await startSshd({ config: ['ForceCommand internal-sftp'] });
  try {
    const { approved } = createRemoteHost(files);
    expect(await approved.call('acp_remote_execute_command', { command: 'uptime' })).toMatchObject({
      code: 'UNAVAILABLE',
      message: 'box runs no commands for this account; it said: This service allows sftp connections only.',
      hint: expect.stringContaining('acp_remote_read_file'),
    });
    expect(await approved.call('acp_remote_list_files', { path: '.' })).toMatchObject({ ok: true });
  } finally {
    await files.close();
  }
}, 30_000);
