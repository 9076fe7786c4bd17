import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost } from '../../../test/support/host.ts';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { callerWith } from '../../host/agent.ts';

/** One that was never used: nobody knows where its homes are. */
function unusedHost() {
  const sshConfig = join(temporaryDirectory(), 'ssh_config');
  writeFileSync(sshConfig, 'Host box\n  HostName 127.0.0.1\n  Port 1\n');
  return createTestHost({ remote: { sshConfig } });
}

test.each([
  ['acp_remote_execute_command', { command: 'rm -rf ~/proj' }, 'deletes ~/proj'],
  ['acp_remote_execute_command', { command: 'rm -r ../z', cwd: '~/q' }, 'deletes ~/z'],
  ['acp_remote_execute_command', { command: 'cat ~/.ssh/id_rsa' }, '~/.ssh/id_rsa holds keys or credentials'],
  ['acp_remote_delete', { path: '~/proj', recursive: true }, 'deletes all of ~/proj'],
  ['acp_remote_delete', { path: 'proj/../x' }, 'deletes proj/../x'],
])('what %s says of a home that nobody knows is named as it was given', async (tool, given, reason) => {
  const { host, call, root } = unusedHost();
  const args = { host: 'box', ...given };
  const caller = callerWith(host.config, 'stdio', { cwd: root });
  await host.call({ tool, args, caller });
  const [asked] = host.approvals.list();
  expect(asked?.card.reasons).toContain(reason);
  const explained = await call('explain_call', { tool, args });
  expect(explained).toMatchObject({
    data: { reasons: expect.arrayContaining([reason, 'First use of the host box', 'reach the host box']) },
  });
  expect(JSON.stringify([asked?.card, explained])).not.toMatch(/home\/(user|~)/);
});

test('to wipe a home that nobody knows is refused as such', async () => {
  const { call } = unusedHost();
  const args = { host: 'box', command: 'rm -rf ~' };
  const explained = await call('explain_call', { tool: 'acp_remote_execute_command', args });
  expect(explained).toMatchObject({ data: { decision: 'deny', rule: '~ would be wiped' } });
});
