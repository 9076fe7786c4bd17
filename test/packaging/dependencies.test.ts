import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const pkg = JSON.parse(read('package.json'));
const lock = JSON.parse(read('package-lock.json')) as {
  packages: Record<
    string,
    { hasInstallScript?: boolean; dev?: boolean; optional?: boolean; version: string }
  >;
};
const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

test('every package that is installed with Toolgate is justified, and nothing else', () => {
  const listed = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` \| (\S+) \|/gm)].map(
    ([, name, version]) => [name, version],
  );
  expect(Object.fromEntries(listed)).toEqual({ ...pkg.dependencies, ...pkg.optionalDependencies });
  expect(listed.length).toBe(new Set(listed.map(([name]) => name)).size);
});

test('versions are exact', () => {
  const { 'node-runtime': _, ...others } = pkg.devDependencies;
  const all = { ...pkg.dependencies, ...pkg.optionalDependencies, ...others };
  expect(Object.entries(all).filter(([, version]) => !EXACT.test(String(version)))).toEqual([]);
});

test('installing Toolgate runs no script of ours, and needs none of others', () => {
  for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
    expect(pkg.scripts).not.toHaveProperty(name);
  const withScript = Object.entries(lock.packages).filter(
    ([, { hasInstallScript, dev }]) => hasInstallScript && !dev,
  );
  // Its library comes as a package per platform; the script would build one where there is none.
  expect(withScript.map(([place, { optional }]) => [place, optional])).toEqual([
    ['node_modules/koffi', true],
  ]);
});
