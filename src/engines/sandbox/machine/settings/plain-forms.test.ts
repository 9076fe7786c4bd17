import { expect, test } from 'vitest';
import { plainValue } from './plain-value.ts';
import { type PlainForm, SETTING_FILES } from './setting-files.ts';

const shown = (name: string, text: string) => (SETTING_FILES.get(name) as PlainForm)(text);

test.each([
  ['https://registry.example.com/npm/', 'https://registry.example.com/npm/'],
  ['https://bob:pw@registry.example.com/npm/', 'https://registry.example.com/npm/'],
  ['https://ghp_abc@github.com/', 'https://github.com/'],
  ['sparse+https://bob:pw@crates.example.com/index/', 'sparse+https://crates.example.com/index/'],
  ['https://conda.example.org/t/my-token/team', 'https://conda.example.org/t/hidden/team'],
  ['https://dl.example.io/aB3dE5fG7hI9/python/simple', 'https://dl.example.io/hidden/python/simple'],
  ['https://pypi.example.io/simple?key=1', 'https://pypi.example.io/simple'],
  ['https://bob:p/w@host/simple', undefined],
  ['https://bob/w@host/simple', undefined],
  ['bob:pw@proxy.example.com:8080', undefined],
  ['http://proxy.example.com:8080', 'http://proxy.example.com:8080'],
  ['ssh://git@github.com/team', 'ssh://git@github.com/team'],
  ['git@github.com:', 'git@github.com:'],
  [
    'https://nexus.example.com/repository/npm-group-2024/',
    'https://nexus.example.com/repository/npm-group-2024/',
  ],
  ['Ada Lovelace', 'Ada Lovelace'],
])('%s is shown as %s', (value, plain) => {
  expect(plainValue(value)).toBe(plain);
});

test('a configuration of git keeps what is on the list, however the rest is written', () => {
  const text = `[user]
	name = "Ada # Lovelace" ; comment
	email = ada@example.com
[core] autocrlf = input
	sshCommand = ssh -i planted_1
[url "https://planted_2@github.com/"]
	insteadOf = gh:
[http "https://x.example"]
	extraHeader = \\
  planted_3
	sslVerify
[alias]
	up = !curl -H "X-Key: planted_4" x
[credential "https://x.example"]
	helper = "!f() { echo password=planted_5; }; f"
[filter "lfs"]
	clean = git-lfs clean -- %f
	process = planted_6 process
[interactive]
	diffFilter = planted_7
[push]
	pushOption = planted_8
`;
  expect(shown('.gitconfig', text)).toBe(`[user]
	name = "Ada # Lovelace"
	email = "ada@example.com"
[core]
	autocrlf = "input"
[url "https://github.com/"]
	insteadOf = "gh:"
[http "https://x.example"]
	sslVerify
[alias]
[credential "https://x.example"]
[filter "lfs"]
	clean = "git-lfs clean -- %f"
[interactive]
[push]
`);
  expect(shown('.gitconfig', 'planted')).toBeUndefined();
});

test('settings of package managers keep their registries', async () => {
  expect(
    shown(
      '.npmrc',
      'registry=https://u:planted@r.example/\n@team:registry = https://r.example/team/\n  //r.example/:_authToken=planted\nkey="-----BEGIN PRIVATE KEY-----\\nplanted"\nemail=planted\nsave-exact=true\n; planted\n',
    ),
  ).toBe('registry=https://r.example/\n@team:registry = https://r.example/team/\nsave-exact=true\n');
  expect(
    shown(
      '.config/pip/pip.conf',
      '[global]\n  planted = planted\nindex-url = https://u:planted@r.example/simple\nextra-index-url =\n    https://planted@s.example/simple\n    https://t.example/simple\nclient-cert: planted\ntimeout: 60\n',
    ),
  ).toBe(
    '[global]\nindex-url = https://r.example/simple\nextra-index-url =\n    https://s.example/simple\n    https://t.example/simple\ntimeout: 60\n',
  );
  expect(
    await shown(
      '.yarnrc.yml',
      'nodeLinker: node-modules\nnpmScopes:\n  team:\n    npmRegistryServer: https://r.example\n    npmAuthToken: >-\n      planted\n',
    ),
  ).toBe('nodeLinker: node-modules\nnpmScopes:\n  team:\n    npmRegistryServer: https://r.example\n');
  expect(
    await shown('.condarc', 'channels:\n  - https://c.example/t/planted/get\n  - conda-forge\nx: planted\n'),
  ).toBe('channels:\n  - https://c.example/t/hidden/get\n  - conda-forge\n');
  expect(
    await shown(
      '.cargo/config.toml',
      '[build]\njobs = 2\nrustflags = ["-C", "target-cpu=native"]\n[registry]\ntoken = "planted"\n[registries.team]\nindex = "sparse+https://bob:planted@x.example/"\n[env]\nDEPLOY_KEY = "planted"\nOPENSSL_DIR = "/opt/ssl"\n',
    ),
  ).toBe(
    '[build]\njobs = 2\nrustflags = [ "-C", "target-cpu=native" ]\n\n[registries.team]\nindex = "sparse+https://x.example/"\n\n[env]\nOPENSSL_DIR = "/opt/ssl"\n',
  );
  expect(
    shown(
      '.sbt/repositories',
      '[repositories]\nlocal\nteam: https://u:planted@h.example/m2, [org]/[module]\n',
    ),
  ).toBe('[repositories]\nlocal\nteam: https://h.example/m2, [org]/[module]\n');
});

test('what is not what it should be is not shown', async () => {
  await expect(shown('.cargo/config.toml', 'token planted')).rejects.toThrow();
  expect(await shown('.condarc', 'planted')).toBe('');
});
