import { expect, test } from 'vitest';
import { createShellHost } from '../../../test/support/shell.ts';

test('a yes to one directory covers the next of the session, and none that leads elsewhere', async () => {
  const { approved, host, caller } = await createShellHost();
  const isAsked = async (command: string) => {
    const answer = await host.call({ tool: 'shell_execute', args: { command }, caller });
    return answer.kind === 'result' && !answer.ok && answer.error.code === 'APPROVAL_PENDING';
  };
  expect(await approved.call('shell_execute', { command: 'mkdir -p d1' })).toMatchObject({ ok: true });
  expect(host.approvals.list()[0]?.card.remember).toMatchObject({ commands: [['mkdir']] });
  for (const command of ['mkdir -p d2', 'mkdir d3', 'mkdir -p d4/e d5'])
    expect(await isAsked(command), command).toBe(false);
  for (const command of [
    'mkdir -p /opt/d7',
    'mkdir -p .git/hooks/x',
    'rmdir d2',
    'mkdir d6 && rm -r d6',
    'mkdir -p "$(cat a)"',
  ])
    expect(await isAsked(command), command).toBe(true);
}, 60_000);
