import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plainCut } from '../../../../test/support/plain-cut.ts';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { createRepository, openRepository } from '../../../../test/support/repository.ts';
import type { Caller } from '../../../core/call/caller.ts';
import { createGit } from '../git.ts';

test('a branch that moved on since its push was judged is not pushed', async () => {
  const repository = createRepository(temporaryDirectory());
  const { path } = repository;
  repository.commit('first', { a: '1' });
  repository.git('clone', '--quiet', '--bare', '.', 'bare.git');
  repository.git('remote', 'add', 'origin', join(path, 'bare.git'));
  repository.write('.git/info/exclude', '/bare.git\n');
  // Sound: the engine looks at nothing else of a caller.
  const caller = { roots: [path], cwd: path, env: {} } as unknown as Caller;
  const make = createGit({ reach: { hidden: [], readOnly: [], home: path }, isSecret: () => false });
  const { signal } = new AbortController();
  const options = { setUpstream: false, force: false };
  const judgedAs = (judged: string) => make({ caller, signal, sandbox: 'none', cut: plainCut, judged });
  const remote = () => openRepository(join(path, 'bare.git')).git('log', '-1', '--format=%s', 'main');
  repository.commit('shown', { a: '2' });
  const { state } = await judgedAs('').planPush('.', options);
  repository.commit('unseen', { a: '3' });
  await expect(judgedAs(state).push('.', options, () => {})).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(remote()).toBe('first');
  const now = await judgedAs('').planPush('.', options);
  expect(await judgedAs(now.state).push('.', options, () => {})).toMatchObject({ updated: true });
  expect(remote()).toBe('unseen');
});
