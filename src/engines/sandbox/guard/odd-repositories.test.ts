import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createRepository } from '../../../../test/support/repository.ts';
import { inSandbox, makePlace } from '../../../../test/support/sandbox-place.ts';

/** What the attacks are written with. */
const WORDS = String.raw`
evil() { printf '[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = %s\n\tfsmonitor = "touch %s/MARK; false"\n' "$PWD/$1" "$PWD"; }
# A directory that git takes for a repository, with a program in its configuration: where, and of which files.
repository() { mkdir -p "$1/objects" "$1/refs"; echo ref: refs/heads/x > "$1/HEAD"; evil "$2" > "$1/config"; }
# A working tree in sub, as git itself makes one, but for the .git file.
tree() { mkdir -p sub "$T"; echo $PWD/sub/.git > $T/gitdir; echo ../.. > $T/commondir; echo ref: refs/heads/main > $T/HEAD; }
T=.git/worktrees/w
`;

/** Each makes a directory in which the next `git status` of a person would start a program. */
const ATTACKS: Readonly<Record<string, { script: string; setup?: string; in: string }>> = {
  'a .git file that names a place with a blank at its end': {
    script: 'tree; repository "$T " sub; printf "gitdir: $PWD/$T " > sub/.git',
    in: 'sub',
  },
  'a .git file of two lines': {
    script: 'tree; repository "$T\nx" sub; printf "gitdir: $PWD/$T\nx" > sub/.git',
    in: 'sub',
  },
  'a .git file that goes through a link and back': {
    script:
      'tree; repository far/w sub; rm far/w/HEAD; mkdir far/in; mv far .git/far; cp $T/HEAD .git/far/w; ln -s ../far/in .git/worktrees/l; echo "gitdir: $PWD/.git/worktrees/l/../w" > sub/.git',
    in: 'sub',
  },
  'a common directory with a blank at its end': {
    script:
      'tree; repository ".git/worktrees/.. " sub; printf "../.. " > $T/commondir; echo "gitdir: $PWD/$T" > sub/.git',
    in: 'sub',
  },
  'a repository that shares what has no HEAD': {
    script:
      'mkdir -p src; repository data src; mv data/HEAD src; echo ../data > src/commondir; evil src > src/config.worktree; git config -f data/config extensions.worktreeConfig true',
    in: 'src',
  },
  'a directory that had a HEAD and becomes a repository': {
    setup: 'mkdir src; echo ref: refs/heads/x > src/HEAD',
    script: 'repository src src',
    in: 'src',
  },
  'the configuration of a working tree that is a link': {
    setup: 'git config extensions.worktreeConfig true',
    script: 'tree; evil sub > x; ln -s ../../../x $T/config.worktree; echo "gitdir: $PWD/$T" > sub/.git',
    in: 'sub',
  },
  'the configuration of a working tree that is too large to be read': {
    setup: 'git config extensions.worktreeConfig true',
    script:
      'tree; (evil sub; yes "# filling filling filling" | head -n 400000) > $T/config.worktree; echo "gitdir: $PWD/$T" > sub/.git',
    in: 'sub',
  },
  'hooks that are a link to what was not there': {
    setup: 'rm -rf .git/hooks; ln -s ../tools .git/hooks',
    script:
      'mkdir tools; printf "#!/bin/sh\ntouch MARK\n" > tools/post-index-change; chmod +x tools/post-index-change',
    in: '.',
  },
};

/** What a person does there later. */
function visit(root: string, directory: string): boolean {
  const options = { cwd: join(root, directory), env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' } };
  spawnSync('git', ['status'], options);
  spawnSync('git', ['update-index', '--force-write-index'], options);
  return existsSync(join(root, 'MARK'));
}

function prepare(setup = 'true') {
  const place = makePlace();
  const root = join(place.root, 'repo');
  createRepository(root).commit('first', { 'a.txt': 'one\n' });
  execFileSync('bash', ['-c', setup], { cwd: root });
  return { ...place, root, run: (script: string) => place.run(['write'], `cd repo; ${script}`) };
}

for (const [name, { script, setup, in: directory }] of Object.entries(ATTACKS))
  inSandbox(`git starts nothing for a person after: ${name}`, async () => {
    const bare = prepare(setup);
    spawnSync('bash', ['-c', WORDS + script], { cwd: bare.root });
    expect(visit(bare.root, directory)).toBe(true);
    const { root, run } = prepare(setup);
    const { setAside } = await run(WORDS + script);
    expect(setAside).not.toEqual([]);
    expect(visit(root, directory)).toBe(false);
  });

inSandbox('what git makes of its own stays', async () => {
  const { root, run } = prepare(
    'git config extensions.worktreeConfig true; git clone -q --bare . ../bare.git',
  );
  const made = await run(
    [
      'git worktree add -q ../tree',
      'git -C ../tree sparse-checkout set src',
      'git -C ../bare.git worktree add -q ../of-bare',
      'git -C ../bare.git symbolic-ref HEAD refs/heads/other',
      'git init -q ../new',
      'git clone -q . ../clone',
      'mkdir logs; echo mine > logs/HEAD',
    ].join(' && '),
  );
  expect([made.exitCode, made.setAside]).toEqual([0, []]);
  for (const tree of ['tree', 'of-bare'])
    expect(
      execFileSync('git', ['status', '--short'], { cwd: join(root, '..', tree), encoding: 'utf8' }),
    ).toBe('');
});

inSandbox('hooks of a bare repository stay when its HEAD changes', async () => {
  const { root, run } = prepare('git clone -q --bare . bare.git; touch bare.git/hooks/update');
  const { setAside } = await run('git -C bare.git symbolic-ref HEAD refs/heads/other');
  expect([setAside, existsSync(join(root, 'bare.git/hooks/update'))]).toEqual([[], true]);
});

inSandbox('a path that is too long keeps nothing else from being set aside', async () => {
  const { root, run } = prepare('rm -r .git/hooks');
  const deep = 'd'.repeat(200);
  const { setAside } = await run(
    `for i in $(seq 24); do mkdir ${deep}; cd ${deep}; done; echo x > .mcp.json; cd ${root}; mkdir .claude; echo x | tee .mcp.json .claude/settings.json; mkdir .git/hooks; echo x > .git/hooks/pre-commit`,
  );
  expect(setAside.filter((path) => !path.includes('ddd')).sort()).toEqual(
    ['.claude', '.git/hooks', '.mcp.json'].map((name) => join(root, `${name}.set-aside`)),
  );
  expect(setAside.filter((path) => path.includes('ddd'))).toHaveLength(1);
  execFileSync('rm', ['-rf', deep], { cwd: root });
});

inSandbox(
  'closed: the configuration of a repository has no token, also where it is a link or large',
  async () => {
    const { root, home, run } = makePlace();
    const repo = join(root, 'repo');
    createRepository(repo).commit('first', { 'a.txt': 'one\n' });
    const token = '[remote "o"]\n\turl = https://me:kq7planted9secret@host.test/x\n';
    const config = readFileSync(join(repo, '.git/config'), 'utf8');
    execFileSync('rm', [join(repo, '.git/config')]);
    writeFileSync(join(repo, 'settings'), config + token);
    symlinkSync('../settings', join(repo, '.git/config'));
    mkdirSync(join(root, 'large'));
    createRepository(join(root, 'large'));
    writeFileSync(join(root, 'large/.git/config'), config + token + '# filling filling\n'.repeat(100_000));
    expect(home).not.toBe('');
    const { stdout } = await run(
      [],
      'grep -rl kq7planted . ; git -C repo status --short; git -C repo remote get-url o; git -C large remote get-url o',
    );
    expect(stdout.text).toBe('https://host.test/x\nhttps://host.test/x\n');
    expect(readdirSync(repo).sort()).toEqual(['.git', 'a.txt', 'settings']);
  },
);

inSandbox('a section with the name of what every object has keeps nothing from being set aside', async () => {
  const { root, run } = prepare('rm -r .git/hooks');
  const { setAside } = await run(
    'git init -q x; printf "[constructor]\\n\\ta = b\\n[__proto__]\\n\\ta = b\\n" >> x/.git/config; mkdir -p .git/hooks constructor; echo x | tee .mcp.json .git/hooks/pre-commit',
  );
  expect([...setAside].sort()).toEqual(
    ['.git/hooks', '.mcp.json', 'x/.git/config'].map((name) => join(root, `${name}.set-aside`)),
  );
});

inSandbox('what is made in the repository of a linked working tree is set aside, also outside', async () => {
  const { root, home, run } = makePlace();
  const main = join(home, 'main');
  const { commit, git } = createRepository(main);
  commit('first', { 'a.txt': 'one\n' });
  git('worktree', 'add', '-q', join(root, 'tree'));
  execFileSync('rm', ['-r', join(main, '.git/hooks')]);
  const { setAside } = await run(
    ['write'],
    `cd ${main}/.git && mkdir hooks && echo x | tee hooks/pre-commit config.worktree info/attributes commondir; cd ${root}/tree && git -c user.name=t -c user.email=t@t commit -q --allow-empty -m second`,
  );
  expect([...setAside].sort()).toEqual(
    ['commondir', 'config.worktree', 'hooks', 'info/attributes'].map((name) =>
      join(main, '.git', `${name}.set-aside`),
    ),
  );
});

inSandbox('closed: a .git file brings nothing into sight that is not open', async () => {
  const { root, home, run } = makePlace();
  const [keys, other] = [join(home, '.kube'), join(home, 'other')];
  mkdirSync(keys);
  writeFileSync(join(keys, 'config'), 'client-key-data: kq7planted\ntoken: gone\n');
  createRepository(other).commit('first', { 'prod.env': 'one\n' });
  execFileSync('git', ['config', 'remote.o.url', 'https://me:token@host.test/kq7planted'], { cwd: other });
  for (const [name, place] of [
    ['a', keys],
    ['b', join(other, '.git')],
  ]) {
    mkdirSync(join(root, name as string));
    writeFileSync(join(root, name as string, '.git'), `gitdir: ${place}\n`);
  }
  const { stdout } = await run([], `grep -rl kq7planted ${keys} ${other}; ls ${other}/.git; echo done`);
  expect(stdout.text).toBe('done\n');
});

inSandbox('another name of a file is no way to change what is guarded', async () => {
  const first = 'tree; echo "gitdir: $PWD/$T" > sub/.git; ln sub/.git notes.txt';
  const second = 'repository node_modules/x sub; echo "gitdir: $PWD/node_modules/x" > notes.txt';
  const bare = prepare();
  spawnSync('bash', ['-c', `${WORDS}${first}\n${second}`], { cwd: bare.root });
  expect(visit(bare.root, 'sub')).toBe(true);
  const { root, run } = prepare();
  const { setAside } = await run(WORDS + first);
  expect(setAside).toEqual([join(root, 'sub/.git.set-aside')]);
  await run(WORDS + second);
  expect(visit(root, 'sub')).toBe(false);
});

inSandbox('a guarded file that has another name is judged again when it changes', async () => {
  const { root, run } = prepare('echo mine > .mcp.json; ln .mcp.json copy.json');
  const { setAside } = await run('echo evil > copy.json; echo two > a.txt');
  expect(setAside).toEqual([join(root, '.mcp.json.set-aside')]);
  const other = prepare('echo mine > .mcp.json; ln .mcp.json copy.json');
  const { setAside: none } = await other.run('echo two > a.txt');
  expect([none, readFileSync(join(other.root, '.mcp.json'), 'utf8')]).toEqual([[], 'mine\n']);
});

inSandbox('a rebase that a command leaves starts no program when a person goes on with it', async () => {
  const setup =
    'git checkout -qb side; echo c > c; git add c; git commit -qm c; git checkout -q main; git commit -q --allow-empty -m d';
  const script = String.raw`
mkdir -p git-merge-x; printf '#!/bin/sh\ntouch MARK\nexit 1\n' > git-merge-x/evil; chmod +x git-merge-x/evil
cd .git; mkdir rebase-merge; D=rebase-merge
echo refs/heads/main > $D/head-name; git rev-parse HEAD | tee $D/onto > $D/orig-head
echo "pick $(git rev-parse side) c" > $D/git-rebase-todo
touch $D/interactive $D/done $D/quiet; echo 0 > $D/msgnum; echo 1 > $D/end; echo x/evil > $D/strategy`;
  const goOn = (root: string) => {
    spawnSync('git', ['rebase', '--continue'], { cwd: root });
    return existsSync(join(root, 'MARK'));
  };
  const bare = prepare(setup);
  spawnSync('bash', ['-c', script], { cwd: bare.root });
  expect(goOn(bare.root)).toBe(true);
  const { root, run } = prepare(setup);
  const { setAside } = await run(script);
  expect([setAside, goOn(root)]).toEqual([[join(root, '.git/rebase-merge.set-aside')], false]);
});

inSandbox('a rebase that stops at a conflict stays', async () => {
  const setup =
    'git checkout -qb side; echo c > a.txt; git commit -qam c; git checkout -q main; echo d > a.txt; git commit -qam d';
  const { root, run } = prepare(setup);
  const { setAside } = await run('git -c user.name=t -c user.email=t@t rebase side');
  expect([setAside, existsSync(join(root, '.git/rebase-merge/git-rebase-todo'))]).toEqual([[], true]);
});

inSandbox('a directory that becomes a link into dependencies is looked into as before', async () => {
  const setup = 'mkdir -p src/a/b/c/d node_modules; echo node_modules > .git/info/exclude';
  const script =
    'mv src node_modules/.x; ln -s node_modules/.x src; repository src/.git src; echo x | tee src/.mcp.json src/a/b/c/d/.mcp.json';
  const bare = prepare(setup);
  spawnSync('bash', ['-c', WORDS + script], { cwd: bare.root });
  expect(visit(bare.root, 'src')).toBe(true);
  const { root, run } = prepare(setup);
  const { setAside } = await run(WORDS + script);
  expect([...setAside].sort()).toEqual(
    ['.git/config', '.mcp.json', 'a/b/c/d/.mcp.json'].map((name) => join(root, `src/${name}.set-aside`)),
  );
  expect(visit(root, 'src')).toBe(false);
});

inSandbox('a link into dependencies that leads deeper than anybody looks does not stay', async () => {
  const setup = 'mkdir -p src node_modules; echo node_modules > .git/info/exclude';
  const deep = `src/${'d/'.repeat(33)}x`;
  const script = `mv src node_modules/.x; ln -s node_modules/.x src; repository ${deep}/.git ${deep}`;
  const bare = prepare(setup);
  spawnSync('bash', ['-c', WORDS + script], { cwd: bare.root });
  expect(visit(bare.root, deep)).toBe(true);
  const { root, run } = prepare(setup);
  const { setAside } = await run(WORDS + script);
  expect(setAside).toEqual([join(root, 'src.set-aside')]);
  expect(existsSync(join(root, deep))).toBe(false);
});

inSandbox('a link into dependencies stays where a link in there leads back', async () => {
  const { root, run } = prepare(
    'mkdir -p node_modules/ui/a; ln -s .. node_modules/ui/a/self; echo x > node_modules/ui/b',
  );
  const { setAside } = await run('ln -s node_modules/ui ui');
  expect([setAside, existsSync(join(root, 'ui/b'))]).toEqual([[], true]);
});

inSandbox('links to what dependencies bring stay', async () => {
  const { root, run } = prepare('mkdir -p node_modules/ui/dist; echo x > node_modules/ui/dist/a.css');
  const made = await run('mkdir public; ln -s ../node_modules/ui/dist public/ui; ln -s node_modules/ui ui');
  expect([made.setAside, existsSync(join(root, 'public/ui/a.css'))]).toEqual([[], true]);
});

inSandbox('a directory that becomes a link to where nobody walks is looked through', async () => {
  for (const place of ['.svn/x', '.hg/x', '.aws/x']) {
    const { run } = prepare('mkdir src; echo 1 > src/a');
    const made = await run(
      `mkdir -p ${place.split('/')[0]}; mv src ${place}; ln -s ${place} src; echo x > src/.mcp.json`,
    );
    expect(made.setAside, place).not.toEqual([]);
  }
});

inSandbox('hooks are guarded however their place is written', async () => {
  for (const config of [
    '[core] hooksPath = tools',
    '[core]\n\thooksPath = too"ls"',
    '[core]\n\thooksPath = tools#x',
    '[include] path = ../more',
  ]) {
    const { root, run } = prepare(
      'mkdir tools; printf "[core]\\n\\thooksPath = tools\\n" > more; echo mine > tools/pre-commit',
    );
    appendFileSync(join(root, '.git/config'), `${config}\n`);
    const { setAside } = await run('echo evil > tools/pre-commit; echo evil > tools/post-commit');
    expect([readFileSync(join(root, 'tools/pre-commit'), 'utf8'), setAside], config).toEqual(['mine\n', []]);
    expect(existsSync(join(root, 'tools/post-commit')), config).toBe(false);
  }
});
