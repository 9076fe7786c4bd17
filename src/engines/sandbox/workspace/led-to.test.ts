import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { ledTo, wayOf } from './led-to.ts';

/** Links in a directory, by name and target; what ends in a slash is a directory, what leads nowhere a file. */
function make(entries: Readonly<Record<string, string>>) {
  const root = realpathSync(temporaryDirectory());
  for (const [name, target] of Object.entries(entries)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    if (name.endsWith('/')) mkdirSync(path, { recursive: true });
    else if (target === '') writeFileSync(path, '');
    else symlinkSync(target, path);
  }
  const at = (names: readonly string[]) => names.map((name) => join(root, name));
  const led = (...names: string[]) =>
    ledTo(at(names), [root]).places.map((place) => place.slice(root.length + 1));
  return { root, at, led };
}

test('a way has each link on it, and what it ends at, there or not', () => {
  const { root, at } = make({ a: 'b/c/d', 'b/c': '../real', 'real/d': '/missing/x' });
  expect(wayOf(join(root, 'a'))).toEqual([...at(['a', 'b/c', 'real/d']), '/missing/x']);
  expect(wayOf(join(root, 'real'))).toEqual(at(['real']));
  expect(wayOf(join(root, 'no/where'))).toEqual(at(['no/where']));
});

test('links that lead in circles end', () => {
  const { root, led } = make({ '.claude/a': 'b', '.claude/b': 'a', x: 'y', y: 'x' });
  expect(new Set(wayOf(join(root, 'x')))).toEqual(new Set([join(root, 'x'), join(root, 'y')]));
  expect(led('x')).toEqual(['x', 'y']);
});

test('a directory that is led to is looked through, and its links are followed', () => {
  const { led } = make({
    '.claude': 'conf',
    'conf/in/x': '../../lib/x',
    'lib/x': '',
    'conf/node_modules/y': '../../z',
  });
  expect(led('.claude')).toEqual(['.claude', 'conf', 'conf/in/x', 'lib/x']);
});

test('what leads out, up, or stays in a protected directory adds nothing but itself', () => {
  const { led } = make({
    '.claude/out': '/etc',
    '.claude/up': '..',
    '.claude/in': 'there/x',
    '.claude/there/x': '',
  });
  expect(led('.claude/out', '.claude/up', '.claude/in')).toEqual(['.claude/out', '.claude/up']);
});

test('where there is too much to follow, all that is open counts', () => {
  const many = Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`hooks/${i}`, `../x/${i}`]));
  const { root } = make(many);
  expect(ledTo([join(root, 'hooks')], [root, '/other'])).toEqual({ links: [], places: [root, '/other'] });
});
