import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { hasCommittedSecrets, readIndex } from './committed-secrets.ts';

const FILES = [
  'README.md',
  'config/a-rather-long-name-of-a-file.json',
  'config/.eslintrc',
  'src/a.ts',
  'src/b.ts',
  'ünïcode.txt',
];

function repository(version: number, more: readonly string[], format = 'sha1'): string {
  const directory = temporaryDirectory();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: directory, encoding: 'utf8' });
  git('init', '--quiet', `--object-format=${format}`);
  git('config', 'index.version', String(version));
  for (const file of [...FILES, ...more]) {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), 'x');
  }
  git('add', '--all');
  git('update-index', `--index-version=${version}`);
  return directory;
}

test.each([
  [2, 'sha1'],
  [3, 'sha1'],
  [4, 'sha1'],
  [2, 'sha256'],
  [3, 'sha256'],
  [4, 'sha256'],
])('the names in an index of version %i (%s) are those that git lists', (version, format) => {
  const directory = repository(version, ['config/.env'], format);
  const { entries } = readIndex(readFileSync(join(directory, '.git/index')));
  const names = entries?.map(({ path }) => path);
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: directory, encoding: 'latin1' });
  expect(names).toEqual(listed.split('\0').filter((name) => name !== ''));
  expect(hasCommittedSecrets(join(directory, 'src'), [directory], 'last commit')).toBe(true);
});

test('a repository without such a file has none, and no repository has none', () => {
  const directory = repository(2, []);
  expect(hasCommittedSecrets(directory, [directory], 'last commit')).toBe(false);
  const none = temporaryDirectory();
  expect(hasCommittedSecrets(none, [none], 'last commit')).toBe(false);
});

test('an index that cannot be read may name anything', () => {
  const directory = repository(2, []);
  writeFileSync(join(directory, '.git/index'), 'DIRC\0\0\0\x09\0\0\0\x01');
  expect(hasCommittedSecrets(directory, [directory], 'last commit')).toBe(true);
  writeFileSync(join(directory, '.git/index'), readFileSync(join(directory, '.git/index')).subarray(0, 3));
  expect(hasCommittedSecrets(directory, [directory], 'last commit')).toBe(true);
});

test.each([
  ['a pipe', (config: string) => execFileSync('mkfifo', [config])],
  ['a device without an end', (config: string) => symlinkSync('/dev/zero', config)],
  ['a hundred thousand blank lines', (config: string) => writeFileSync(config, '\n'.repeat(100_000))],
])('a configuration that is %s keeps nobody waiting', (_, make) => {
  const directory = repository(2, ['config/.env']);
  rmSync(join(directory, '.git/config'));
  make(join(directory, '.git/config'));
  const start = performance.now();
  expect(readIndex(readFileSync(join(directory, '.git/index'))).entries).toHaveLength(FILES.length + 1);
  expect(hasCommittedSecrets(directory, [directory], 'last commit')).toBe(true);
  expect(performance.now() - start).toBeLessThan(5000);
});

test('an index that is a pipe is not waited for', () => {
  const directory = repository(2, []);
  rmSync(join(directory, '.git/index'));
  execFileSync('mkfifo', [join(directory, '.git/index')]);
  expect(hasCommittedSecrets(directory, [directory], 'last commit')).toBe(false);
});
