import { expect, test } from 'vitest';
import { nearestScripts } from '../../core/process/package-scripts.ts';
import { scriptChain } from './script-chain.ts';

const read = (files: Record<string, object>) => (path: string) =>
  files[path] === undefined ? undefined : JSON.stringify(files[path]);

function chain(files: Record<string, object>, name: string, from = '/p'): string[] {
  const readText = read(files);
  const start = nearestScripts(readText, from);
  if (!start) throw new Error('No package.json');
  return scriptChain(readText, start, name).map(({ script, directory }) => `${directory} ${script}`);
}

test('a chain holds what runs before, after and inside, once each, in the order it is met', () => {
  const scripts = { prego: 'echo', go: 'npm run a && yarn b', a: 'npm run go', prea: 'x', b: 'y', c: 'z' };
  expect(chain({ '/p/package.json': { scripts } }, 'go')).toEqual([
    '/p prego',
    '/p go',
    '/p prea',
    '/p a',
    '/p b',
  ]);
});

test('scripts are looked for from a directory upwards, and in packages a command names', () => {
  const files = {
    '/p/package.json': { scripts: { go: 'npm --prefix=web run build', build: 'x' } },
    '/p/web/package.json': { scripts: { build: 'y', prebuild: 'z' } },
  };
  expect(chain(files, 'go', '/p/src/deep')).toEqual(['/p go', '/p build', '/p/web prebuild', '/p/web build']);
});

test('patterns fit as npm-run-all reads them', () => {
  const scripts = { go: 'run-s "a:*" *:z', 'a:x': '', 'a:': '', 'b:z': '', b: '', ab: '' };
  expect(chain({ '/p/package.json': { scripts } }, 'go')).toEqual(['/p go', '/p a:x', '/p a:', '/p b:z']);
});

test('a package.json made to take for ever does not', () => {
  const many = Object.fromEntries(
    Array.from({ length: 5000 }, (_, i) => [`${'a'.repeat(200)}${i}`, 'npm run x']),
  );
  const words = `npm run ${'*a'.repeat(40)}b ${Array.from({ length: 5000 }, (_, i) => `dir${i}`).join(' ')}`;
  const startedAt = performance.now();
  chain({ '/p/package.json': { scripts: { go: words, ...many } } }, 'go');
  expect(performance.now() - startedAt).toBeLessThan(2000);
});

test('a broken package.json has no scripts', () => {
  expect(nearestScripts(() => '{', '/p')?.scripts.size).toBe(0);
  expect(nearestScripts(() => 'null', '/p')?.scripts.size).toBe(0);
  expect(nearestScripts(() => undefined, '/p')).toBeUndefined();
});
