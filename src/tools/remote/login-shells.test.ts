import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { account, noisyAccount } from '../../../test/support/ssh/accounts.ts';
import { startProxy } from '../../../test/support/ssh/proxy.ts';
import { createRemoteHost, sharedSshd } from '../../../test/support/ssh/remote-host.ts';

const TOOL = 'acp_remote_execute_command';
const sshd = await sharedSshd();
const ACCOUNTS = {
  bash: account,
  dash: () => account('dash'),
  fish: () => account('fish'),
  'bash with a noisy start-up file': noisyAccount,
} as const;
const shells = Object.keys(ACCOUNTS) as (keyof typeof ACCOUNTS)[];

test.for(shells.flatMap((shell) => [0, 50].map((roundTripMs) => ({ shell, roundTripMs }))))(
  'an account with $shell does the same at $roundTripMs ms',
  { timeout: 40_000 },
  async ({ shell, roundTripMs }) => {
    const { name: user, home } = ACCOUNTS[shell]();
    const proxy = await startProxy(sshd.port, roundTripMs / 2);
    onTestFinished(() => proxy.close());
    const more = [`HostKeyAlias [127.0.0.1]:${sshd.port}`];
    const { approved, unasked } = createRemoteHost(sshd, {
      settings: { permissionLevel: 'full_access' },
      hosts: { box: { user, port: proxy.port, more } },
    });
    const command = 'for i in 1 2; do echo "$i"; done; [ -d / ] && echo "$HOME"; cat; echo e >&2; exit 7';
    expect((await approved.call(TOOL, { command, stdin: "it's" })).data).toMatchObject({
      stdout: `1\n2\n${home}\nit's`,
      stderr: 'e\n',
      exitCode: 7,
    });
    const path = join(home, `shell-${process.pid}-${roundTripMs}.txt`);
    expect(await approved.call('acp_remote_write_file', { path, content: 'ü' })).toMatchObject({ ok: true });
    expect((await approved.call('acp_remote_read_file', { path })).data).toMatchObject({ content: 'ü' });
    expect((await approved.call('acp_remote_list_files', { path: home, recursive: true })).ok).toBe(true);
    const job = await approved.call(TOOL, { command: `rm '${path}' && echo gone`, background: true });
    const { processId } = job.data;
    await expect
      .poll(async () => (await unasked.call('get_background_process_output', { processId })).data, {
        timeout: 15_000,
        interval: 100,
      })
      .toMatchObject({ status: 'completed', exitCode: 0, lines: [{ text: 'gone' }] });
  },
);

test('what start-up files set is there, what they print is not', async () => {
  const { name: user } = noisyAccount();
  const { approved } = createRemoteHost(sshd, { hosts: { box: { user } } });
  const { data } = await approved.call(TOOL, { command: 'echo "$FROM_RC"' });
  expect(data).toMatchObject({ stdout: '1\n', stderr: '', exitCode: 0 });
});
