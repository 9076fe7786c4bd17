import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { configMasks } from './git-config-copy.ts';

/** What a closed run reads instead of the file, or the file itself. */
function shownOf(text: string): string {
  const directory = temporaryDirectory();
  const config = join(directory, 'config');
  writeFileSync(config, text);
  const [mask] = configMasks(config, [directory]);
  return mask ? readFileSync(mask.copy?.(directory) ?? '/dev/null', 'utf8') : text;
}

const PLAIN = `[core]
	repositoryformatversion = 0
	filemode = true
[remote "origin"]
	url = git@github.com:team/areallylongrepositorynamewithoutanyseparator.git
	fetch = +refs/heads/*:refs/remotes/origin/*
[remote "second"]
	url = ssh://git@example.com/team/secret-tokens.git
[branch "token-refresh"]
	remote = origin
	merge = refs/heads/token-refresh
	vscode-merge-base = origin/main
[filter "nbstripout"]
	clean = python3 -m nbstripout
[alias]
	st = status -sb
`;

test('a configuration without credentials is shown as it is', () => {
  expect(shownOf(PLAIN)).toBe(PLAIN);
});

test('only settings that git is known for are shown, without logins and queries', () => {
  const shown = shownOf(`${PLAIN}
# old: planted_comment
[remote "third"]
	url = https://u:pl@nted_at@example.com/x.git ; planted_behind
	pushurl = https://example.com/x?private_token=planted_query
	proxy = http://bob:planted_proxy/9@h:1
[core]
	sshCommand = sshpass -p planted_ssh ssh
	autocrlf = input
[deploy] key = planted_key
[constructor]
	x = planted_object
[http "https://x.example"]
	extraHeader = AUTHORIZATION: \\
  planted_header
	proxy = bob:planted_pw@h:1
[url "https://planted_about@github.com/"]
	insteadOf = gh:
[filter "vault"]
	clean = "vault --token planted_filter"
[format]
	pretty = "%h\\t%s"
`);
  expect(shown).not.toMatch(/planted|nted_at/);
  expect(settings(shown)).toEqual([
    ...settings(PLAIN),
    'remote.third.url=https://example.com/x.git',
    'remote.third.pushurl=https://example.com/x',
    'core.autocrlf=input',
    'url.https://github.com/.insteadof=gh:',
    'format.pretty=%h\t%s',
  ]);
});

test('what is no configuration is not shown at all', () => {
  expect(shownOf('planted: yes\n')).toBe('');
});

/** As git reads them. */
function settings(text: string): string[] {
  const listed = execFileSync('git', ['config', '--file', '-', '--list'], { input: text, encoding: 'utf8' });
  return listed.trim().split('\n');
}

test.each(['://', '"://', '\\', '[a "', ' ', '='])('a megabyte of %j holds nobody up', (part) => {
  const started = performance.now();
  shownOf(`[remote "origin"]\nurl = ${part.repeat(1_000_000 / part.length)}`);
  expect(performance.now() - started).toBeLessThan(2000);
});
