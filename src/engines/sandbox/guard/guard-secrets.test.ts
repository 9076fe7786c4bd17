import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory, until } from '../../../../test/support/program.ts';
import { inSandbox, makePlace } from '../../../../test/support/sandbox-place.ts';
import { allowedPart } from '../machine/session-tmp.ts';
import { findWithin } from '../workspace/find-within.ts';
import { unseenPlaces } from '../workspace/unseen-places.ts';
import { guardSecrets } from './guard-secrets.ts';
import { holdOutput } from './held-output.ts';

/** The /tmp of the run, which can be looked into from here. */
function makeTmp(path: string): string {
  mkdirSync(path, { recursive: true });
  mkdirSync(allowedPart(path), { recursive: true });
  return path;
}

/** As an editor saves: beside it, and then in its place. */
function save(path: string, text: string): void {
  writeFileSync(`${path}.next~`, text);
  renameSync(`${path}.next~`, path);
}

/** Says that it runs, then waits for a secret to come in sight. */
const LURK =
  'touch /tmp/started; for i in $(seq 100); do cat .env .env.production 2>/dev/null | tee -a /tmp/kept; sleep 0.1; done';

/** As git does, and programs that make files anew: a new file gets a number that is free, such as that of the old one. */
function makeAnew(path: string, text: string): void {
  const { ino } = statSync(path);
  const directory = join(dirname(path), 'new');
  mkdirSync(directory);
  rmSync(path);
  const names = Array.from({ length: 3_000 }, (_, at) => join(directory, String(at)));
  const same = names.find((name) => {
    writeFileSync(name, text);
    return statSync(name).ino === ino;
  });
  renameSync(same ?? join(directory, '0'), path);
  rmSync(directory, { recursive: true });
}

for (const [name, write] of [
  ['.env', save],
  ['.env', makeAnew],
  ['.env.production', save],
] as const)
  inSandbox(`nobody sees what a run printed that saw ${name} being saved (${write.name})`, async () => {
    const { root, run, dataDir } = makePlace();
    const started = join(dataDir, 'tmp');
    const running = run([], LURK, { tmp: makeTmp(started) }).then(
      ({ stdout }) => stdout.text,
      (error: Error) => error.message,
    );
    await until('the run', () => existsSync(join(started, 'started')));
    write(join(root, name), 'SECRET=kq7planted');
    const said = await running;
    expect(said).toContain(`${name} was saved while the command ran`);
    expect(said).not.toContain('kq7planted');
    expect(existsSync(join(started, 'kept'))).toBe(false);
  });

/** The same, and prints nothing: then it is looked after once a second. */
const LURK_SILENTLY =
  'touch /tmp/started; for i in $(seq 300); do cat .env > /tmp/kept 2>/dev/null; sleep 0.01; done';
/** Goes on until there is something in /tmp that another run kept. */
const FETCH = 'for i in $(seq 60); do [ -s /tmp/kept ] && rev /tmp/kept && break; sleep 0.05; done';

inSandbox('nobody sees what a run handed on by /tmp that saw .env being saved', async () => {
  const { root, run, dataDir } = makePlace();
  const tmp = makeTmp(join(dataDir, 'tmp'));
  const saidBy = (script: string) =>
    run([], script, { tmp }).then(
      ({ stdout }) => stdout.text,
      (error: Error) => error.message,
    );
  const saved = '.env was saved while the command ran';
  // Everything was looked through once: the next one starts sooner.
  await saidBy('true');
  const running = saidBy(LURK_SILENTLY);
  await until('the run', () => existsSync(join(tmp, 'started')));
  save(join(root, '.env'), 'SECRET=kq7planted');
  // It began later, and has no secret in sight itself.
  expect(await saidBy(FETCH)).toContain(saved);
  expect(await running).toContain(saved);
  expect(existsSync(join(tmp, 'kept'))).toBe(false);
  expect(await saidBy('cat notes.txt 2>&1; echo done')).toContain('done');
});

inSandbox(
  'nobody sees what a run of another session printed beside one that saw .env being saved',
  async () => {
    const { root, run, dataDir } = makePlace();
    const other = makePlace();
    const tmps = ['one', 'two', 'three'].map((name) => makeTmp(join(dataDir, name)));
    const saidBy = (script: string, tmp = '', runs = run) =>
      runs([], script, { tmp }).then(
        ({ stdout }) => stdout.text,
        (error: Error) => error.message,
      );
    // Everything was looked through once: the next one starts sooner.
    await Promise.all([saidBy('true', tmps[1]), saidBy('true', tmps[2], other.run)]);
    const elsewhere = saidBy('sleep 2; echo done', tmps[2], other.run);
    const running = saidBy(LURK_SILENTLY, tmps[0]);
    await until('the run', () => existsSync(join(tmps[0] ?? '', 'started')));
    save(join(root, '.env'), 'SECRET=kq7planted');
    // It began later, has no secret in sight itself, and may have watched what the other one opened.
    expect(await saidBy('sleep 2; echo done', tmps[1])).toContain('A secret was saved while the command ran');
    expect(await running).toContain('.env was saved while the command ran');
    expect(await elsewhere).toBe('done\n');
    expect(await saidBy('cat notes.txt 2>&1; echo done', tmps[1])).toContain('done');
  },
);

inSandbox('what a run keeps in /tmp is there for others, while it runs and afterwards', async () => {
  const { run, dataDir } = makePlace();
  const tmp = makeTmp(join(dataDir, 'tmp'));
  const running = run([], 'echo abc > /tmp/kept; sleep 1.5', { tmp });
  await until('the run', () => existsSync(join(tmp, 'kept')));
  expect((await run([], FETCH, { tmp })).stdout.text).toBe('cba\n');
  expect((await running).exitCode).toBe(0);
  expect((await run([], FETCH, { tmp })).stdout.text).toBe('cba\n');
});

inSandbox('other files may be saved meanwhile', async () => {
  const { root, run, dataDir } = makePlace();
  const started = join(dataDir, 'tmp');
  const running = run([], 'touch /tmp/started; sleep 1.5; cat notes.txt', { tmp: makeTmp(started) });
  await until('the run', () => existsSync(join(started, 'started')));
  save(join(root, 'notes.txt'), 'notes');
  expect((await running).exitCode).toBe(0);
});

inSandbox('tokens of submodules are not there either', async () => {
  const { root, run } = makePlace();
  const module = join(root, '.git/modules/vendor/sub');
  mkdirSync(module, { recursive: true });
  writeFileSync(join(module, 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(
    join(module, 'config'),
    '[remote "origin"]\n\turl = https://bob:kq7planted@example.com/x.git\n',
  );
  const { stdout } = await run([], 'cat .git/modules/vendor/sub/config');
  expect(stdout.text).toContain('example.com');
  expect(stdout.text).not.toContain('kq7planted');
});

const gitIn =
  (root: string) =>
  (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
      ...{ cwd: root, stdio: 'pipe', env: { ...process.env, GIT_EDITOR: 'true' } },
    });

const TOKEN = 'https://u:kq7planted@example.com/x.git';

/** A repository without a message of a commit, a submodule, a bare one, and a working tree beside it. */
function makeRepositories() {
  const [around, scratch] = [temporaryDirectory(), temporaryDirectory()];
  const [root, tree] = [join(around, 'main'), join(around, 'tree')];
  mkdirSync(root);
  const git = gitIn(root);
  git('init', '-q', '-b', 'main');
  writeFileSync(join(root, 'readme.md'), 'Hello');
  git('add', '-A');
  git('commit', '-qm', 'First');
  git('remote', 'add', 'origin', 'https://example.com/x.git');
  git('worktree', 'add', '-q', tree);
  git('init', '-q', '--bare', 'bare.git');
  git('init', '-q', '--bare', '.git/modules/sub');
  rmSync(join(root, '.git/COMMIT_EDITMSG'), { force: true });
  return { root, tree, scratch, git };
}

async function guardOf(root: string, more: { scratch: string; hidden?: string[] }) {
  const reach = { roots: [root], access: [], hidden: [], home: '/nowhere', ...more };
  return guardSecrets(reach, await unseenPlaces(reach, [await findWithin(root)]));
}

type Repositories = ReturnType<typeof makeRepositories>;

const commitChange = ({ root, git }: Repositories, ...how: string[]): void => {
  writeFileSync(join(root, 'prod.pem'), 'kq7planted');
  git('add', '-f', 'prod.pem');
  rmSync(join(root, 'prod.pem'));
  git('commit', ...how);
};

test.each<[string, (made: Repositories) => void]>([
  ['.git/config', ({ git }) => git('remote', 'set-url', 'origin', TOKEN)],
  ['.git/modules/sub/config', ({ git }) => git('-C', '.git/modules/sub', 'remote', 'add', 'o', TOKEN)],
  ['bare.git/config', ({ git }) => git('-C', 'bare.git', 'remote', 'add', 'o', TOKEN)],
  ['.git/COMMIT_EDITMSG', (made) => commitChange(made, '-v', '-e', '-qm', 'x')],
  [
    '.git/rebase-merge/patch',
    ({ root }) => {
      mkdirSync(join(root, '.git/rebase-merge'));
      writeFileSync(join(root, '.git/rebase-merge/patch'), '+kq7planted');
    },
  ],
  ['.git/FETCH_HEAD', ({ root }) => writeFileSync(join(root, '.git/FETCH_HEAD'), `0 branch of ${TOKEN}`)],
  ['vault', ({ root }) => mkdirSync(join(root, 'vault'))],
])('what git writes to %s while a run goes on is seen', async (name, write) => {
  const made = makeRepositories();
  const guard = await guardOf(made.root, { scratch: made.scratch, hidden: [join(made.root, 'vault')] });
  expect(await guard.look()).toEqual([]);
  write(made);
  await expect(guard.look()).rejects.toThrow(`${name} was saved while the command ran`);
});

test('the configuration that a working tree shares is seen from there', async () => {
  const { tree, git, scratch } = makeRepositories();
  const guard = await guardOf(tree, { scratch });
  expect(await guard.look()).toEqual([]);
  git('remote', 'set-url', 'origin', TOKEN);
  await expect(guard.look()).rejects.toThrow('main/.git/config was saved while the command ran');
});

test('everyday work with git ends no run', async () => {
  const { root, git, scratch } = makeRepositories();
  writeFileSync(join(root, '.env'), 'SECRET=1');
  const guard = await guardOf(root, { scratch });
  writeFileSync(join(root, 'notes.txt'), 'notes');
  for (const args of [
    ['add', '-A', '--', 'notes.txt'],
    ['commit', '-qm', 'Notes'],
    ['checkout', '-qb', 'other'],
    ['remote', 'set-url', 'origin', 'https://example.com/y.git'],
    ['commit', '-q', '--amend', '-m', 'More'],
    ['stash', '-q'],
    ['gc', '-q'],
    ['init', '-q', 'new'],
  ]) {
    git(...args);
    expect(await guard.look()).toEqual([]);
  }
  // In its place: what lies over it is still there.
  writeFileSync(join(root, '.env'), 'SECRET=2');
  rmSync(join(root, '.env'));
  expect(await guard.finish()).toEqual([]);
});

test('what a run prints while it runs is handed on, but nothing since a secret was saved', async () => {
  const root = temporaryDirectory();
  writeFileSync(join(root, '.env'), 'SECRET=old');
  const reach = { roots: [root], access: [], hidden: [], home: '/nowhere' };
  const guard = guardSecrets(reach, await unseenPlaces(reach, [await findWithin(root)]));
  const heard: string[] = [];
  let isEnded = false;
  const held = holdOutput(
    guard,
    (_, chunk) => heard.push(chunk.toString()),
    () => {
      isEnded = true;
    },
  );
  held.add('stdout', Buffer.from('one'));
  await until('the first line', () => heard.length === 1);
  save(join(root, '.env'), 'SECRET=kq7planted');
  held.add('stdout', Buffer.from('kq7planted'));
  await held.settle();
  held.add('stdout', Buffer.from('detnalp7qk'));
  await held.settle();
  expect(heard).toEqual(['one', expect.stringContaining('is withheld')]);
  expect(isEnded).toBe(true);
});
