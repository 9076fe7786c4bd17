import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeHome } from '../support/home.ts';
import { createRepository } from '../support/repository.ts';

test('searches and reads of git do not wait for the login shell; what starts programs of the user does', async () => {
  const home = makeHome();
  const asked = join(home.directory, 'asked');
  for (const file of ['.profile', '.bash_profile', '.zprofile'])
    writeFileSync(join(home.directory, file), `: > '${asked}'\n`);
  createRepository(home.project).commit('first', { a: 'one\n' });
  const call = async (tool: string, args: object) => {
    const { code, stdout } = await home.run(['call', tool, JSON.stringify(args), '--mode', 'full_access']);
    return { code, said: stdout.trim(), isAsked: existsSync(asked) };
  };

  expect(await call('search_text', { query: 'one' })).toEqual({
    code: 0,
    said: 'a\n1:1 one',
    isAsked: false,
  });
  expect(await call('search_files', { pattern: '*' })).toEqual({ code: 0, said: 'a', isAsked: false });
  expect(await call('get_git_status', {})).toEqual({ code: 0, said: '## main\nclean', isAsked: false });
  expect(await call('git_add', { files: 'a' })).toEqual({
    code: 0,
    said: 'Nothing new to stage.',
    isAsked: true,
  });
});
