import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { createGitHost } from '../../../test/support/repository.ts';
import type { Answer } from '../../core/call/call.ts';

// Sound: the output schema of explain_call says so.
const reasonsIn = (answer: Answer): readonly string[] => dataOf(answer).reasons as string[];

test('explain_call says what a command needs that only looks', async () => {
  const { call } = createTestHost();
  const answer = await call('explain_call', { tool: 'shell_execute', args: { command: 'docker ps' } });
  expect(reasonsIn(answer).join('\n')).toMatch(/needs to use the whole machine/);
});

test('explain_call says what a push does', async () => {
  const { call, repository } = createGitHost();
  repository.commit('first', { a: '1' });
  const reasonsOf = async (args: object) => reasonsIn(await call('explain_call', { tool: 'git_push', args }));
  expect(await reasonsOf({})).toContain('sends commits to the remote');
  expect(await reasonsOf({ force: true })).toContain('overwrites the branch of the remote');
});

test.each([
  ['chmod 644 a.txt', ['a.txt']],
  ['chmod u+x,g-w a.txt b.txt', ['a.txt', 'b.txt']],
  ['chmod -w a.txt', ['a.txt']],
  ['chmod --reference=r.txt a.txt', ['a.txt']],
  // The mode may be the option that nobody knows, and then the first word is a file.
  ['chmod -u+x a.txt b.txt', ['a.txt', 'b.txt']],
  ['chmod {644,a.txt} b.txt', ['a.txt', 'b.txt']],
  ['chown me:us a.txt', ['a.txt']],
  ['chown --reference=r.txt a.txt', ['a.txt']],
  ['chgrp us a.txt', ['a.txt']],
  ['install -m 755 a.txt b.txt', ['b.txt']],
  ['mkdir -m 700 sub', ['sub']],
  ['mknod pipe p', ['pipe']],
  ['setcap cap_net_raw+ep a.txt', ['a.txt']],
])('the reasons for %s name its files alone', async (command, files) => {
  const { call, root } = createTestHost();
  const answer = await call('explain_call', { tool: 'shell_execute', args: { command } });
  const written = reasonsIn(answer)
    .filter((reason) => reason.includes(`writes ${root}`))
    .map((reason) => reason.slice(reason.indexOf(root) + root.length + 1));
  for (const file of files) expect(written).toContain(file);
  for (const word of ['644', 'u+x,g-w', 'me:us', 'us', '755', '700', 'p', 'cap_net_raw+ep'])
    expect(written).not.toContain(word);
});

test('a mode stands in for no path that is judged', async () => {
  const { call } = createTestHost();
  for (const command of ['chmod -u+x /etc/passwd', 'chmod {644,/etc/passwd}', 'chmod -x /etc/passwd']) {
    const answer = await call('explain_call', { tool: 'shell_execute', args: { command } });
    expect(reasonsIn(answer).join(), command).toContain('/etc/passwd');
  }
});
