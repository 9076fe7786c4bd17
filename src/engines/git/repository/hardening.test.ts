import { expect, test } from 'vitest';
import { plainCut } from '../../../../test/support/plain-cut.ts';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { createRepository } from '../../../../test/support/repository.ts';
import type { Caller } from '../../../core/call/caller.ts';
import { createGit } from '../git.ts';
import type { ConfigEntry } from './config-scan.ts';
import { hardenedConfig, hasOwnDrivers, isArmed } from './hardening.ts';

const entry = (key: string, value = '/evil'): ConfigEntry => ({ key, value });
const set = (own: ConfigEntry[], trusted: ConfigEntry[] = [], allowed = {}): Record<string, string> =>
  Object.fromEntries(
    hardenedConfig({ own, trusted, trustedFiles: [] }, allowed).map(({ key, value }) => [key, value]),
  );

test('what the repository names is set back to what the user has, else to nothing', () => {
  const own = [
    entry('filter.lfs.process'),
    entry('filter.x.clean'),
    entry('core.sshcommand'),
    entry('gpg.program'),
  ];
  expect(
    set(own, [entry('filter.lfs.process', 'git-lfs filter-process'), entry('gpg.program', 'gpg2')]),
  ).toMatchObject({
    'filter.lfs.process': 'git-lfs filter-process',
    'filter.x.clean': '',
    'core.sshcommand': 'ssh -o BatchMode=yes',
    'gpg.program': 'gpg2',
  });
});

test('what only the user names stays as it is', () => {
  const trusted = [
    entry('filter.lfs.process', 'git-lfs filter-process'),
    entry('credential.helper', 'store'),
  ];
  const shown = { 'credential.helper': 'store', 'filter.lfs.process': 'git-lfs filter-process' };
  expect(set([], trusted)).toEqual({ ...set([]), ...shown });
});

test('helpers for credentials are those of the user alone, in their order', () => {
  const trusted = [
    entry('credential.helper', 'cache'),
    entry('credential.https://a.example.helper', 'store'),
  ];
  const helpers = hardenedConfig({
    own: [entry('credential.https://b.example.helper')],
    trusted,
    trustedFiles: [],
  }).filter(({ key }) => key.startsWith('credential.'));
  expect(helpers).toEqual([entry('credential.helper', ''), ...trusted]);
});

test('hooks and drivers run only where they are allowed', () => {
  const own = [entry('filter.x.clean'), entry('merge.x.driver'), entry('diff.x.textconv')];
  expect(set(own)).toMatchObject({
    'core.hooksPath': '/dev/null',
    'filter.x.clean': '',
    'merge.x.driver': 'false',
  });
  const allowed = set(own, [], { hooksPath: '/p/hooks', drivers: true });
  expect(allowed).toMatchObject({ 'core.hooksPath': '/p/hooks' });
  expect(allowed).not.toHaveProperty(['filter.x.clean']);
  expect(allowed).toMatchObject({ 'diff.x.textconv': 'cat' });
});

test('a repository is armed by what a read would start, and by nothing else', () => {
  const armed = (...own: ConfigEntry[]) => isArmed({ own, trusted: [], trustedFiles: [] });
  expect(armed()).toBe(false);
  expect(
    armed(entry('core.hookspath', '.husky'), entry('core.fsmonitor', 'true'), entry('user.name', 'Ada')),
  ).toBe(false);
  for (const key of [
    'core.fsmonitor',
    'filter.a.b\n=.clean',
    'diff.external',
    'include.path',
    'remote.o.promisor',
  ])
    expect(armed(entry(key)), key).toBe(true);
  expect(hasOwnDrivers({ own: [entry('filter.x.smudge')], trusted: [], trustedFiles: [] })).toBe(true);
  expect(hasOwnDrivers({ own: [entry('filter.x.required', 'true')], trusted: [], trustedFiles: [] })).toBe(
    false,
  );
});

test('variables of git in the environment of the caller are not taken over', async () => {
  const [here, elsewhere] = [createRepository(temporaryDirectory()), createRepository(temporaryDirectory())];
  const hash = here.commit('here', { a: '1' });
  elsewhere.commit('elsewhere', { b: '1' });
  const env = {
    GIT_DIR: `${elsewhere.path}/.git`,
    GIT_WORK_TREE: elsewhere.path,
    GIT_INDEX_FILE: `${elsewhere.path}/.git/index`,
    GIT_CONFIG_PARAMETERS: "'core.pager=false'",
    GIT_EXTERNAL_DIFF: 'false',
    GIT_TRACE: '1',
  };
  // Sound: the engine looks at nothing else of a caller.
  const caller = { roots: [here.path], cwd: here.path, env } as unknown as Caller;
  const reach = { hidden: [], readOnly: [], home: here.path };
  const { signal } = new AbortController();
  const git = createGit({ reach, isSecret: () => false })({ caller, signal, sandbox: 'none', cut: plainCut });
  expect(await git.status('.')).toMatchObject({ root: here.path, head: hash, clean: true });
  here.write('a', '2');
  expect(await git.diff('.', { staged: false, maxBytes: 1000 })).toMatchObject({ filesChanged: 1 });
});
