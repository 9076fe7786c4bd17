import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { isInertRepository } from './inert-repository.ts';

const git = (cwd: string, ...args: string[]): void =>
  void execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@y', ...args], { cwd, stdio: 'pipe' });

/** A repository with a commit, and a program that leaves a mark when git starts it. */
function createRepository() {
  const top = temporaryDirectory();
  const mark = join(top, '.git', 'ran');
  git(top, 'init', '-q');
  writeFileSync(join(top, 'a.txt'), 'one\n');
  git(top, 'add', '.');
  git(top, 'commit', '-qm', 'x');
  const program = join(top, '.git', 'evil.sh');
  writeFileSync(program, `#!/bin/sh\ntouch '${mark}'\ncat "$@" 2>/dev/null\nexit 0\n`);
  chmodSync(program, 0o755);
  return { top, mark, program, config: (text: string) => appendFileSync(join(top, '.git/config'), text) };
}

type Made = ReturnType<typeof createRepository>;

const ARMED: readonly (readonly [string, readonly string[], (made: Made) => void])[] = [
  ['fsmonitor', ['status'], ({ config, program }) => config(`[core]\n\tfsmonitor = ${program}\n`)],
  [
    'a filter',
    ['diff'],
    ({ top, config, program }) => {
      config(`[filter "x"]\n\tclean = ${program}\n`);
      writeFileSync(join(top, '.gitattributes'), '* filter=x\n');
      writeFileSync(join(top, 'a.txt'), 'two\n');
    },
  ],
  [
    'textconv',
    ['log', '-p'],
    ({ top, config, program }) => {
      config(`[diff "x"]\n\ttextconv = ${program}\n`);
      writeFileSync(join(top, '.gitattributes'), '* diff=x\n');
    },
  ],
  [
    'an external diff',
    ['diff'],
    ({ top, config, program }) => {
      config(`[diff]\n\texternal = ${program}\n`);
      writeFileSync(join(top, 'a.txt'), 'two\n');
    },
  ],
  [
    'a file it includes',
    ['status'],
    ({ top, config, program }) => {
      writeFileSync(join(top, 'more'), `[core]\n\tfsmonitor = ${program}\n`);
      config('[include]\n\tpath = ../more\n');
    },
  ],
  [
    'a hook of the index',
    ['status'],
    ({ top, mark }) => {
      const hook = join(top, '.git/hooks/post-index-change');
      mkdirSync(join(top, '.git/hooks'), { recursive: true });
      writeFileSync(hook, `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 });
      // What was touched is looked at anew, and the index written.
      writeFileSync(join(top, 'a.txt'), 'one\n');
    },
  ],
  [
    'a repository inside it',
    ['status'],
    ({ top, program }) => {
      const inner = join(top, 'inner');
      mkdirSync(inner);
      git(inner, 'init', '-q');
      git(inner, 'commit', '-q', '--allow-empty', '-m', 'x');
      git(top, 'add', 'inner');
      appendFileSync(join(inner, '.git/config'), `[core]\n\tfsmonitor = ${program}\n`);
    },
  ],
];

test.each(ARMED)('%s starts a program when git looks around, so it is not inert', async (_, words, arm) => {
  const made = createRepository();
  expect(await isInertRepository(made.top, [made.top])).toBe(true);
  arm(made);
  rmSync(made.mark, { force: true });
  execFileSync('git', [...words], { cwd: made.top, stdio: 'pipe' });
  expect(existsSync(made.mark)).toBe(true);
  expect(await isInertRepository(made.top, [made.top])).toBe(false);
});

test('an address with a token in it, a pager, and a repository above the roots are not inert', async () => {
  const { top, config } = createRepository();
  mkdirSync(join(top, 'sub'));
  expect(await isInertRepository(join(top, 'sub'), [join(top, 'sub')])).toBe(false);
  expect(await isInertRepository(join(top, 'sub'), [top])).toBe(true);
  config('[remote "origin"]\n\turl = https://example.com/x.git\n');
  expect(await isInertRepository(top, [top])).toBe(true);
  config('[remote "origin"]\n\turl = https://me:abc@example.com/x.git\n');
  expect(await isInertRepository(top, [top])).toBe(false);
  const other = createRepository();
  other.config(`[core]\n\tpager = ${other.program}\n`);
  expect(await isInertRepository(other.top, [other.top])).toBe(false);
});

test('where there is no repository at all, git starts nothing', async () => {
  const place = temporaryDirectory();
  expect(await isInertRepository(place, [place])).toBe(true);
});
