import { expect, test } from 'vitest';
import { plainGitConfig } from '../settings/plain-git-config.ts';
import { holdsCredentials } from './holds-credentials.ts';

test.each([
  ['url = https://u:pw@host.example/x', true],
  ['url = https://token@host.example/x', true],
  ['//r.example/:_authToken=abcdefgh', true],
  ['<password>abcdefgh</password>', true],
  ['url = https://host.example/x', false],
  ['url = ssh://git@host.example/x', false],
  ['token = $TOKEN_OF_MINE', false],
  ['use_token = false', false],
])('%s holds a credential: %s', (text, holds) => {
  expect(holdsCredentials(text)).toBe(holds);
});

test('no file keeps the host busy', () => {
  const began = performance.now();
  for (const part of ['a.', 'a://', 'token ', 'ssh://a:', '-----BEGIN A', '/t/a', '\\\\', '[a "', 'a = "\\'])
    for (const read of [holdsCredentials, plainGitConfig]) read(part.repeat(1_000_000 / part.length));
  expect(performance.now() - began).toBeLessThan(10_000);
});
