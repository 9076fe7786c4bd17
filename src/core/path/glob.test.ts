import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileGlob, compileGlobs } from './glob.ts';

const fitting = (glob: string, paths: readonly string[]): string[] => paths.filter(compileGlobs([glob]));
const PATHS = [
  'a.ts',
  'a.tsx',
  'src/a.ts',
  'src/deep/b.ts',
  'src/deep/c.test.ts',
  'src',
  '.hidden/x.ts',
  'é.ts',
];

test('a glob without a slash fits names at any depth, one with a slash the whole path', () => {
  expect(fitting('*.ts', PATHS)).toEqual([
    ...['a.ts', 'src/a.ts', 'src/deep/b.ts', 'src/deep/c.test.ts', '.hidden/x.ts', 'é.ts'],
  ]);
  expect(fitting('src/*.ts', PATHS)).toEqual(['src/a.ts']);
  expect(fitting('./src/*.ts', PATHS)).toEqual(['src/a.ts']);
  expect(fitting('src/**/*.ts', PATHS)).toEqual(['src/a.ts', 'src/deep/b.ts', 'src/deep/c.test.ts']);
  expect(fitting('**/deep/**', PATHS)).toEqual(['src/deep/b.ts', 'src/deep/c.test.ts']);
  expect(fitting('src/**', PATHS)).toEqual(['src/a.ts', 'src/deep/b.ts', 'src/deep/c.test.ts']);
  expect(fitting('src/', PATHS)).toEqual(['src/a.ts', 'src/deep/b.ts', 'src/deep/c.test.ts']);
  expect(fitting('?.{ts,tsx}', PATHS)).toEqual([
    'a.ts',
    'a.tsx',
    'src/a.ts',
    'src/deep/b.ts',
    '.hidden/x.ts',
    'é.ts',
  ]);
  expect(fitting('[a-b].ts', PATHS)).toEqual(['a.ts', 'src/a.ts', 'src/deep/b.ts']);
  expect(fitting('[!a].ts', PATHS)).toEqual(['src/deep/b.ts', '.hidden/x.ts', 'é.ts']);
  expect(fitting('{src/deep,.hidden}/*', PATHS)).toEqual([
    'src/deep/b.ts',
    'src/deep/c.test.ts',
    '.hidden/x.ts',
  ]);
  expect(compileGlobs(['*.ts', '!*.test.ts'])('src/deep/c.test.ts')).toBe(false);
  expect(compileGlobs(['!*.test.ts'])('src/a.ts')).toBe(true);
  expect(compileGlob('\\*\\{a,b\\}')('*{a,b}')).toBe(true);
});

test('a glob that cannot be used says why', () => {
  for (const glob of ['[a', 'a{b', 'a}b', 'a\\', '[z-a]', '/abs', '../up', 'a/../b', '{a,b}'.repeat(9)]) {
    expect(() => compileGlobs([glob]), glob).toThrow(/cannot be used/);
  }
});

test('hostile patterns and names take no time', () => {
  const startedAt = performance.now();
  expect(compileGlob(`${'*a'.repeat(100)}*b`)('a'.repeat(250))).toBe(false);
  expect(compileGlob(`${'**/a/'.repeat(50)}b`)('a/'.repeat(500))).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(500);
});

test('stars fit whatever stands between their neighbours', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '😀'), maxLength: 6 });
  fc.assert(
    fc.property(name, name, name, (a, b, c) => {
      expect(compileGlob(`${a}*${c}`)(a + b + c)).toBe(true);
      expect(compileGlob(`x${a}?*`)(`x${a}${b}`)).toBe(b !== '' && (a + b).startsWith(a));
    }),
  );
});
