import { expect, test } from 'vitest';
import { createTestHost } from '../../../test/support/host.ts';
import { callAllowed, createGitHost, messageOf } from '../../../test/support/repository.ts';
import type { Answer } from '../../core/call/call.ts';

const textOf = (answer: Answer): string =>
  JSON.stringify(answer.kind === 'result' && answer.ok ? answer.content : '');

test('one of a kind is counted as one', async () => {
  const host = createTestHost();
  const written = await callAllowed(host, 'write_file', { path: 'a.txt', content: 'x' });
  expect(textOf(written.answer)).toContain('a.txt, 1 byte"');
  expect(textOf(await host.call('search_text', { query: 'nothing' }))).toContain('No match in 1 file"');
});

test('what is wrong with a value is said in a sentence', async () => {
  const { call } = createGitHost();
  expect(messageOf(await call('git_create_branch', { name: 'bad name' }))).toContain(
    '"name" is "bad name": it is not a legal branch name',
  );
  expect(messageOf(await call('git_add', { files: ['-x'] }))).toContain('it cannot start with "-"');
});
