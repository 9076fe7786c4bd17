import { mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { linkedWords } from './linked-words.ts';

function createProject() {
  const place = temporaryDirectory();
  const root = join(place, 'project');
  mkdirSync(join(root, 'src'), { recursive: true });
  mkdirSync(join(place, 'shared'));
  writeFileSync(join(place, 'shared/tool'), '');
  symlinkSync('/etc', join(root, 'cache'));
  symlinkSync('/etc/hostname', join(root, 'python'));
  symlinkSync('../shared/tool', join(root, 'tool'));
  symlinkSync('src', join(root, 'code'));
  symlinkSync('/usr/bin', join(root, 'bin'));
  const realPathOf = (path: string): string => {
    try {
      return realpathSync(path);
    } catch {
      return join(realPathOf(dirname(path)), path.slice(path.lastIndexOf('/') + 1));
    }
  };
  const entriesOf = (path: string) => (path.startsWith(root) ? readdirSync(path) : undefined);
  return (...commands: string[][]) =>
    linkedWords(commands, { cwd: root, roots: [root], realPathOf, entriesOf, runs: [] });
}

test.each([
  [['touch', 'cache/x']],
  [['touch', 'cache/deep/new/x']],
  [['sed', '-i', 's/a/b/', 'ca*/x']],
  [['build', '--out=cache/x']],
  [['cp', 'a', 'cache']],
])('%j leads out', (command) => {
  expect(createProject()(command)).toHaveLength(1);
});

test('a directory that leads out takes the file in it along', () => {
  expect(createProject()(['cd', 'cache'], ['touch', 'x'])).toEqual(['cache', 'x']);
});

test('a program may lie elsewhere, but not where anybody can put another in its place', () => {
  const linked = createProject();
  expect(linked(['./python', '-m', 'pytest'], ['timeout', '9', './python'])).toEqual([]);
  expect(linked(['./tool', 'a'])).toEqual(['./tool']);
});

test.each([[['touch', 'src/x', 'code/y', 'new/z']], [['touch', 'src/*.ts', 'c?de/*']], [['ls', 'bin/ls']]])(
  '%j does not',
  (command) => {
    expect(createProject()(command)).toEqual([]);
  },
);
