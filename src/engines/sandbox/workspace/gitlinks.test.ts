import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createRepository } from '../../../../test/support/repository.ts';
import { inSandbox, makePlace } from '../../../../test/support/sandbox-place.ts';

const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' };

function prepare(setup = 'true') {
  const place = makePlace();
  const root = join(place.root, 'repo');
  createRepository(root).commit('first', { 'a.txt': 'one\n', '.gitignore': 'node_modules\n' });
  const bare = (script: string) => spawnSync('bash', ['-c', script], { cwd: root, env, encoding: 'utf8' });
  bare(setup);
  const run = (script: string) => place.run(['write'], `cd repo; ${script}`);
  /** Whether what a person does there later starts a program. */
  const startsProgram = (): boolean => {
    bare('git status');
    return existsSync(join(root, 'MARK'));
  };
  return { root, run, bare, startsProgram };
}

const WORDS = `
git() { command git -c user.name=t -c user.email=t@t "$@"; }
repository() { git init -q $1; git -C $1 commit -q --allow-empty -m x; }
arm() { git -C $1 config core.fsmonitor "touch $PWD/MARK; false"; }
link() { git -C $1 update-index --add --cacheinfo 160000,$(git -C $1/$2 rev-parse HEAD),$2; }
`;

inSandbox.each([
  ['in the index', 'repository node_modules/x; arm node_modules/x; link . node_modules/x', ''],
  [
    'in a split index',
    'git update-index --split-index; repository node_modules/x; arm node_modules/x; link . node_modules/x',
    '',
  ],
  [
    'in an index of version 4',
    'repository node_modules/x; arm node_modules/x; link . node_modules/x; git update-index --index-version 4',
    '',
  ],
  [
    'in the index of one that is named there',
    'repository node_modules/x; repository node_modules/x/.venv/y; arm node_modules/x/.venv/y; link node_modules/x .venv/y; link . node_modules/x',
    '',
  ],
  [
    'that was named before it was there',
    'repository node_modules/x; arm node_modules/x',
    'repository node_modules/x; link . node_modules/x; rm -rf node_modules/x',
  ],
  [
    'that was there before it was named',
    'link . node_modules/x',
    'repository node_modules/x; arm node_modules/x',
  ],
])('a repository in dependencies starts no program of the project: %s', async (_, script, setup) => {
  const unguarded = prepare(WORDS + setup);
  unguarded.bare(WORDS + script);
  expect(unguarded.startsProgram()).toBe(true);
  const { root, run, startsProgram } = prepare(WORDS + setup);
  const { setAside } = await run(WORDS + script);
  expect(setAside).toEqual([expect.stringMatching(/node_modules\/x\/.*config\.set-aside$/)]);
  expect([startsProgram(), existsSync(join(root, '.git/index'))]).toEqual([false, true]);
});

inSandbox(
  'repositories in dependencies that the project does not name, and harmless ones, stay',
  async () => {
    const { root, run } = prepare();
    const { setAside, exitCode } = await run(
      `${WORDS}repository node_modules/x; arm node_modules/x; repository node_modules/y; link . node_modules/y; repository sub; link . sub; git update-index --split-index`,
    );
    expect([exitCode, setAside]).toEqual([0, []]);
    expect(existsSync(join(root, 'node_modules/x/.git/config'))).toBe(true);
  },
);
