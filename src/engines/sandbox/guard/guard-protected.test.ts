import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inSandbox, makePlace, succeeded } from '../../../../test/support/sandbox-place.ts';

inSandbox('a protected file that was not there before is set aside, wherever it lies', async () => {
  const { root, run } = makePlace();
  rmSync(join(root, '.mcp.json'));
  const made = [
    'mkdir -p .claude deep/er && echo evil | tee .mcp.json .claude/settings.json deep/er/.mcp.json',
    'git init -q good && git init -q bad && git -C bad config core.fsmonitor ./evil',
    'mkdir -p packages/api/.git/hooks && echo evil > packages/api/.git/hooks/post-checkout',
  ];
  const { setAside } = await run(['write'], made.join('; '));
  expect([...setAside].sort()).toEqual(
    [
      '.claude.set-aside',
      '.mcp.json.set-aside',
      'bad/.git/config.set-aside',
      'deep/er/.mcp.json.set-aside',
      'packages/api/.git/hooks.set-aside',
    ].map((name) => join(root, name)),
  );
  expect(['.mcp.json', '.claude'].filter((name) => existsSync(join(root, name)))).toEqual([]);
  expect(existsSync(join(root, 'good/.git/config'))).toBe(true);
});

inSandbox(
  'git sets remotes and branches in its configuration, and nothing that starts programs',
  async () => {
    const { root, run } = makePlace();
    writeFileSync(join(root, '.git/config'), '[core]\n\tbare = false\n');
    const git = { mayConfigureGit: true };
    await run(['write'], 'git config -f .git/config remote.origin.url https://example.com/x.git', git);
    expect(readFileSync(join(root, '.git/config'), 'utf8')).toContain('example.com');
    const { setAside } = await run(['write'], 'git config -f .git/config core.fsmonitor ./evil', git);
    expect(setAside).toEqual([join(root, '.git/config.set-aside')]);
    expect(readFileSync(join(root, '.git/config'), 'utf8')).not.toContain('fsmonitor');
  },
);

inSandbox('closed: a token in the address of a remote is not there', async () => {
  const { root, run } = makePlace();
  const config = '[remote "origin"]\n\turl = https://me:s3cr3tt0ken@example.com/x.git\n';
  writeFileSync(join(root, '.git/config'), config);
  const { stdout } = await run([], 'cat .git/config; git config -f .git/config remote.origin.url');
  expect(stdout.text).toContain('https://example.com/x.git');
  expect(stdout.text).not.toContain('s3cr3t');
  const open = await run(['write'], 'cat .git/config');
  expect(open.stdout.text).toBe(config);
});

inSandbox('git writes what it keeps of its own submodule, but for what starts programs', async () => {
  const { root, run } = makePlace();
  const [own, other] = ['own', 'other'].map((name) => join(root, '.git/modules', name)) as [string, string];
  for (const gitDir of [own, other]) mkdirSync(join(gitDir, 'info'), { recursive: true });
  writeFileSync(join(own, 'config'), '[core]');
  const lines = ['index', 'config', 'info/exclude'].flatMap((name) =>
    [own, other].map((gitDir) => `echo x > ${gitDir}/${name}`),
  );
  expect(await succeeded((script) => run(['write'], script), lines)).toEqual([]);
  expect(await succeeded((script) => run(['write'], script, { gitDir: own }), lines)).toEqual([
    `echo x > ${own}/index`,
    `echo x > ${own}/info/exclude`,
  ]);
  const { setAside } = await run(
    ['write'],
    `mkdir ${own}/hooks; echo x | tee ${own}/hooks/update ${own}/info/attributes`,
    {
      gitDir: own,
    },
  );
  expect(setAside).toEqual([join(own, 'hooks.set-aside'), join(own, 'info/attributes.set-aside')]);
});

inSandbox('every kind of protected name is found, wherever its directory lies', async () => {
  const { root, run } = makePlace();
  const names = [
    ...['opencode.json', '.cursor/hooks.json', '.cursor/cli.json', '.cursor/hooks/x', '.github/hooks/x'],
    ...['.github/copilot/x', '.agents/plugins/x', '.cline/hooks/x', '.clinerules/hooks/x'],
    ...['.config/opencode/x', '.vscode/mcp.json', '.husky/pre-commit', 'toolgate.json', '.cargo/config.toml'],
  ];
  await run(
    ['write'],
    names.map((name) => `mkdir -p "$(dirname ${name})" && echo evil > ${name}`).join('; '),
  );
  expect(names.filter((name) => existsSync(join(root, name)))).toEqual([]);
});

inSandbox('a directory that looks like a repository may start no programs either', async () => {
  const { root, run } = makePlace();
  await run(
    ['write'],
    'mkdir -p docs/objects docs/refs; echo "ref: refs/heads/main" > docs/HEAD; printf "[core]\\n\\tfsmonitor = ./evil\\n" > docs/config; git init -q --bare good.git',
  );
  expect(existsSync(join(root, 'docs/config'))).toBe(false);
  expect(existsSync(join(root, 'good.git/config'))).toBe(true);
  expect(existsSync(join(root, 'good.git/HEAD'))).toBe(true);
});

inSandbox('a configuration of a working tree and hooks of a bare repository are guarded too', async () => {
  const { root, run } = makePlace();
  const git = 'git -c user.name=t -c user.email=t@t';
  await run(
    ['write', 'host'],
    `git init -q r && ${git} -C r commit -q --allow-empty -m x && git -C r worktree add -q ../tree && git clone -q --bare r bare.git`,
  );
  const config = join(root, 'r/.git/worktrees/tree/config.worktree');
  const { setAside } = await run(
    ['write'],
    [
      `printf '[core]\n\tfsmonitor = ./evil\n' > ${config}`,
      'mkdir -p r/.git/remotes bare.git/hooks',
      'echo "URL: ext::sh -c evil" > r/.git/remotes/evil',
      'echo evil > bare.git/hooks/pre-receive; chmod +x bare.git/hooks/pre-receive',
      "printf '[core]\n\tsshCommand = ./evil\n' >> bare.git/config; true",
    ].join('; '),
  );
  expect(setAside).toContain(`${config}.set-aside`);
  expect(setAside).toContain(join(root, 'r/.git/remotes.set-aside'));
  expect(existsSync(config)).toBe(false);
  expect(existsSync(join(root, 'bare.git/hooks/pre-receive'))).toBe(false);
  expect(readFileSync(join(root, 'bare.git/config'), 'utf8')).not.toContain('sshCommand');
});

inSandbox('settings that a directory has only by a link are found, and other links stay', async () => {
  const { root, run } = makePlace();
  const names = [
    ...[
      '.zed/settings.json',
      '.cargo/config.toml',
      '.roo/mcp.json',
      '.kiro/settings/mcp.json',
      '.vscode/tasks.json',
    ],
    ...['.windsurf/hooks.json', '.yarn/releases/y.cjs', '.config/fish/config.fish', 'sub/.any/deep/mcp.json'],
  ];
  const linked = names.map((name, i) => {
    const [, link = '', file = ''] = /^((?:sub\/)?[^/]+)\/(.+)$/.exec(name) ?? [];
    return `mkdir -p "$(dirname data/${i}/${file})" sub; echo evil > data/${i}/${file}; ln -s $PWD/data/${i} ${link}`;
  });
  const harmless =
    'mkdir -p docs && echo x > docs/a.md && ln -s docs .docs && ln -s docs/a.md .note && ln -s nowhere .gone';
  const { setAside } = await run(['write'], [...linked, harmless].join('; '));
  expect(names.filter((name) => existsSync(join(root, name)))).toEqual([]);
  expect(setAside.filter((path) => /docs|note|gone/.test(path))).toEqual([]);
  expect(readFileSync(join(root, '.docs/a.md'), 'utf8')).toBe('x\n');
  // The link may come first, and what it leads to later.
  await run(['write'], 'mkdir nowhere; echo evil > nowhere/mcp.json');
  expect(existsSync(join(root, '.gone/mcp.json'))).toBe(false);
});

inSandbox('settings of other systems than git that start programs are guarded as well', async () => {
  const { root, run } = makePlace();
  const [paths, hooks] = ['[paths]\ndefault = https://example.com/x\n', '[hooks]\nupdate = touch x\n'];
  const known = ['.hg/hgrc', '.jj/repo/config.toml', '.sl/config', '_darcs/prefs/defaults'];
  for (const name of known) {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), paths);
  }
  const made = [
    '.hg/hgrc-not-shared',
    'sub/.hg/hgrc',
    'sub/.jj/repo/config.toml',
    'sub/.sl/hgrc',
    'x/.hg/sharedpath',
  ];
  const writing = [...known, ...made].map(
    (name) => `mkdir -p $(dirname ${name}); printf '${hooks.replaceAll('\n', '\\n')}' >> ${name}`,
  );
  const { setAside } = await run(['write'], writing.join('; '));
  expect([...setAside].sort()).toEqual(made.map((name) => join(root, `${name}.set-aside`)).sort());
  expect(known.map((name) => readFileSync(join(root, name), 'utf8'))).toEqual(known.map(() => paths));
  const hidden = await run(
    ['write'],
    `mkdir -p y/.hg; printf '[paths]\\ra = b\\r[hooks]\\rupdate = x' > y/.hg/hgrc`,
  );
  expect(hidden.setAside).toEqual([join(root, 'y/.hg/hgrc.set-aside')]);
  // What these systems write themselves when they make a repository.
  const cloned = await run(
    ['write'],
    `mkdir -p c/.hg j/.jj/repo; printf '# example\\n[paths]\\ndefault = https://x\\n' > c/.hg/hgrc; printf '[revset-aliases]\\n"trunk()" = "main@origin"\\n' > j/.jj/repo/config.toml; echo x > .hg/dirstate`,
  );
  expect([cloned.exitCode, cloned.setAside]).toEqual([0, []]);
});
