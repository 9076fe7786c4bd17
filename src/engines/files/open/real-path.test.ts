import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeCostlyLinks } from '../../../../test/support/costly-links.ts';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { realPathOf } from './real-path.ts';
import { systemPath } from './system-path.ts';

function makePlace() {
  const root = realpathSync(temporaryDirectory());
  mkdirSync(join(root, 'real/deep/x'), { recursive: true });
  writeFileSync(join(root, 'file'), '');
  const links = {
    ...{ link: 'real', dangling: 'nowhere', loop: 'loop', one: 'other', other: 'one', below: 'link/deep' },
    ...{ round: 'real/deep/../deep/./x', missing: 'link/../no/../link/deep', above: '/proc/self/../x' },
    ...{ own: '/proc/self/cwd', slash: 'real/', absolute: '/etc//', gone: 'a (deleted)' },
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, name));
  writeFileSync(join(root, 'a (deleted)'), '');
  return { root, real: (path: string) => realPathOf(`${root}/${path}`) };
}

test('a path leads where its links lead, up to what is missing', () => {
  const { root, real } = makePlace();
  const cases = {
    'link/deep/x': 'real/deep/x',
    'link//deep/./x/': 'real/deep/x',
    'link/new/deep': 'real/new/deep',
    'link/..': '',
    'below/x': 'real/deep/x',
    'below/../..': '',
    'round/..': 'real/deep',
    'missing/x': 'real/deep/x',
    'dangling/x': 'nowhere/x',
    'slash/deep': 'real/deep',
    'file/below': 'file/below',
    'file/below/../../link': 'real',
    'loop/x': 'loop/x',
    gone: 'a (deleted)',
    'a (deleted)': 'a (deleted)',
  };
  for (const [path, place] of Object.entries(cases))
    expect(real(path), path).toBe(join(root, place).replace(/\/$/, ''));
  expect(real('one/x')).toMatch(/\/(one|other)\/x$/);
  expect(real('absolute/passwd')).toBe('/etc/passwd');
});

test('what is of a process stays under its name', () => {
  const { real } = makePlace();
  expect(real('own/x')).toBe('/proc/self/cwd/x');
  expect(real('own/../x')).toBe('/proc/self/cwd/x');
  expect(real('above')).toBe('/proc/self/x');
  expect(realPathOf('/proc/1/cwd/../x')).toBe('/proc/1/cwd/x');
});

test('the system says where a path leads, and that nothing is there', () => {
  const { root } = makePlace();
  expect(systemPath(join(root, 'below/x'))).toBe(join(root, 'real/deep/x'));
  expect(systemPath(join(root, 'gone'))).toBe(join(root, 'a (deleted)'));
  expect(() => systemPath(join(root, 'dangling'))).toThrow('ENOENT');
  expect(() => systemPath(join(root, 'loop'))).toThrow('ELOOP');
});

test('links that go deep and back are followed as far as that is no work without end', async () => {
  const { root, real } = makePlace();
  const names = Array.from({ length: 300 }, (_, i) => `n${i}`);
  makeCostlyLinks(root, names);
  // The place of a path without links is known, whatever the others cost.
  const paths = [...names, 'real/deep/x', 'link'];
  const before = process.cpuUsage();
  const [first, ...others] = paths.map((path) => real(path));
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(8000);
  expect(first).toBe(join(root, 'x.txt'));
  expect(others.at(-2)).toBe(join(root, 'real/deep/x'));
  expect(others.at(-3)).toBe(`/proc/self/links-not-followed${root}/n299`);
  await new Promise((resolve) => setImmediate(resolve));
  expect(real('link')).toBe(join(root, 'real'));
});

test('where a single name leads is not known if that is work without end', () => {
  const { root, real } = makePlace();
  mkdirSync(join(root, 'a'));
  for (let i = 0; i < 38; i++) symlinkSync(`${'a/../'.repeat(750)}t${i + 1}`, join(root, `t${i}`));
  writeFileSync(join(root, 't38'), '');
  expect(real('t0')).toBe(`/proc/self/links-not-followed${root}/t0`);
  expect(real('t37')).toBe(join(root, 't38'));
});
