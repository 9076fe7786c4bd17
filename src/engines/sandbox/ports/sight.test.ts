import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { showsNoMore } from './sight.ts';

/** A project with a commit, beside a server that may write. */
function makeProject() {
  const [root, scratch] = [temporaryDirectory(), temporaryDirectory()];
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: root, stdio: 'pipe' });
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  const commit = (name: string, text: string): void => {
    write(name, text);
    git('add', '-f', name);
    git('commit', '-qm', 'One more');
  };
  git('init', '-q', '-b', 'main');
  commit('readme.md', 'Hello');
  git('remote', 'add', 'origin', 'https://example.com/x.git');
  const seen = { roots: [root], access: ['write'], hidden: [], home: '/nowhere', scratch } as const;
  return { root, git, write, commit, isReached: () => showsNoMore({ sight: 'workspace', seen }, 'nothing') };
}

type Project = ReturnType<typeof makeProject>;

const DELETED = ({ commit, git, root }: Project): void => {
  commit('prod.env', 'API_KEY=kq7planted');
  git('rm', '-q', 'prod.env');
  git('commit', '-qm', 'Without it');
  rmSync(join(root, '.git/COMMIT_EDITMSG'));
};

test.each<[string, (project: Project) => void]>([
  [
    'a token in the address of a remote',
    ({ git }) => git('remote', 'set-url', 'origin', 'https://u:kq7@h/x'),
  ],
  ['a secret that was committed and deleted', DELETED],
  [
    'a change below the last message',
    ({ write }) => write('.git/COMMIT_EDITMSG', 'One\ndiff --git a/x b/x\n'),
  ],
  [
    'an address in a reflog',
    ({ write }) => write('.git/logs/refs/x', '0 0 t <t@t> 0 +0\tpull https://u:kq7@h/x\n'),
  ],
  ['a large file store', ({ write }) => write('.git/lfs/objects/x', 'kq7planted')],
  ['a secret in a dependency', ({ write }) => write('node_modules/x/.env', 'API_KEY=kq7planted')],
  ['a secret in the tree', ({ write }) => write('.env', 'API_KEY=kq7planted')],
])('who may see no secret does not reach a server that sees %s', async (_, make) => {
  const project = makeProject();
  expect(await project.isReached()).toBe(true);
  make(project);
  expect(await project.isReached()).toBe(false);
});

test('settings without a password in them keep nobody from a server, committed or not', async () => {
  const project = makeProject();
  project.commit('.env', 'PORT=3000\nNODE_ENV=development\n');
  project.commit('.env', 'PORT=3001\nNODE_ENV=development\n');
  project.write('node_modules/x/.npmrc', 'fund=false\n');
  expect(await project.isReached()).toBe(true);
});
