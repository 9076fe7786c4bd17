import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { inSandbox, makePlace, succeeded } from '../../../../../test/support/sandbox-place.ts';

const write = (home: string, files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
};

const REMOTE = '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://u:planted@host.example/x\n';

const SECRETS = {
  '.nvm/.env': 'planted',
  '.local/share/virtualenvs/app/.env.local': 'planted',
  '.local/lib/python3/site-packages/x/credentials.json': 'planted',
  'miniconda3/etc/.netrc': 'planted',
  'miniconda3/conda-meta/history': '# cmd: conda install -c https://c.example/t/planted_token/x y\n',
  '.dotnet/corefx/cryptography/my/a.pfx': 'planted',
  '.rvm/ssl/own.pem': '-----BEGIN CERTIFICATE-----\n-----BEGIN RSA PRIVATE KEY-----\nplanted\n',
  '.local/share/pipx/venvs/x/pipx_metadata.json': '{"pip_args": ["-i", "https://u:planted@host.example"]}',
  'go/pkg/mod/cache/vcs/abc.info': 'git3:https://u:planted@host.example/x',
  '.npm-global/etc/npmrc': '//r.example/:_authToken=planted_planted\n',
  '.stack/config.yaml': 'package-indices:\n- download-prefix: https://u:planted@host.example/\n',
  '.swiftpm/configuration/registries.json': '{"token": "planted_planted"}',
  '.yarn/.ssh/id': 'planted',
  '.cache/pre-commit/repo/.git/config': REMOTE,
  '.cache/pre-commit/repo/.git/FETCH_HEAD': 'x branch main of https://u:planted@host.example/x\n',
  '.cache/pre-commit/repo/.git/logs/HEAD': 'clone: from https://u:planted@host.example/x\n',
  '.cache/pre-commit/pre-commit.log': 'TOKEN is planted',
  'go/pkg/mod/cache/vcs/x/config': 'url=https://u:planted@host.example',
  '.gradle/daemon/8/daemon-1.out.log': 'planted',
  '.cargo/config.toml': '[registry]\ntoken = "planted"\n',
  '.cargo/config': 'token planted',
  '.sbt/repositories': '[repositories]\nx: https://u:planted@host.example/\n',
  '.npmrc': 'key="planted"\nsave-exact=true\n',
};

inSandbox('credentials in toolchains, caches and settings are not there, and all the rest is', async () => {
  const { home, run } = makePlace();
  write(home, SECRETS);
  write(home, {
    '.nvm/nvm.sh': 'echo nvm',
    '.cargo/registry/src/x/a-1.0/config.toml': 'password = "an example of one"',
    '.cargo/registry/src/x/a-1.0/test.key': 'a key that tests need',
    '.m2/repository/a/a.pom': '<project/>',
    '.pyenv/version': '3.12',
    '.rvm/ssl/cert.pem': '-----BEGIN CERTIFICATE-----\n',
    elsewhere: '[user]\n\tname = Ada\n\tsigningKey = 1234\n[alias]\n\tx = !planted\n',
  });
  symlinkSync(join(home, 'elsewhere'), join(home, '.gitconfig'));
  const planted = 'grep -rlas planted ~ | sort';
  // Without a sandbox all of it can be read.
  const bare = execFileSync('grep', ['-rlas', 'planted', home], { encoding: 'utf8' });
  expect(bare.trim().split('\n').length).toBeGreaterThanOrEqual(Object.keys(SECRETS).length);
  for (const access of [[], ['write'], ['network']] as const)
    expect((await run(access, planted)).stdout.text).toBe('');
  const reads = [
    'grep -q nvm ~/.nvm/nvm.sh',
    'grep -q CERT ~/.rvm/ssl/cert.pem',
    'grep -q example ~/.cargo/registry/src/x/a-1.0/config.toml',
    'grep -q key ~/.cargo/registry/src/x/a-1.0/test.key',
    'test -e ~/.m2/repository/a/a.pom -a -e ~/.pyenv/version',
    'test "$(git config user.name)" = Ada',
    'test "$(git config --file ~/.cache/pre-commit/repo/.git/config remote.origin.url)" = https://host.example/x',
    'grep -q save-exact ~/.npmrc',
    'grep -q https://host.example/ ~/.sbt/repositories',
  ];
  expect(await succeeded((script) => run([], script), reads)).toEqual(reads);
  expect((await run(['secrets'], planted)).stdout.text).toContain('.cargo/config.toml');
});

inSandbox('a secret that a name hides, and very many of them, are hidden with what they lie in', async () => {
  const { home, run } = makePlace();
  write(home, { '.rbenv/version': '3', '.fnm/a/b': 'plain' });
  for (let i = 0; i < 700; i++) write(home, { [`.fnm/many/${i}/.env`]: 'planted' });
  execFileSync('bash', [
    '-c',
    `mkdir $'${home}/.rbenv/\\xff' && echo planted > $'${home}/.rbenv/\\xff/.env'`,
  ]);
  const { stdout } = await run([], 'grep -rlas planted ~; cat ~/.fnm/a/b');
  expect(stdout.text).toBe('plain');
});

inSandbox('caches are changed by a command that may, and by no other', async () => {
  const { home, run } = makePlace();
  const file = '.cargo/registry/src/x/a-1.0/build.rs';
  write(home, { [file]: 'before', 'go/pkg/mod/x@v1/x.go': 'before' });
  const script = `echo after > ~/${file}; echo after > ~/go/pkg/mod/x@v1/x.go; echo x > made; echo "$GOCACHE"`;
  const texts = () =>
    [file, 'go/pkg/mod/x@v1/x.go'].map((name) => readFileSync(join(home, name), 'utf8').trim());
  expect((await run(['write'], script)).stdout.text).toBe('/tmp/.cache/go-build\n');
  expect(texts()).toEqual(['before', 'before']);
  await run([], script, { changesCaches: true });
  expect(texts()).toEqual(['before', 'before']);
  expect((await run(['write'], script, { changesCaches: true })).stdout.text).toBe('\n');
  expect(texts()).toEqual(['after', 'after']);
});
