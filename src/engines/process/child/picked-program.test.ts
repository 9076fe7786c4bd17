import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { isPickedByProject } from './picked-program.ts';

/** Programs as they are installed, in front of all others: [name, what the link leads to]. */
function createPrograms(programs: readonly (readonly [string, string])[]) {
  const place = temporaryDirectory();
  mkdirSync(join(place, 'bin'));
  for (const [name, to] of programs) {
    const file = join(place, to);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, '#!/bin/sh\n', { mode: 0o755 });
    symlinkSync(file, join(place, 'bin', name));
  }
  const project = temporaryDirectory();
  mkdirSync(join(project, 'src'));
  const isPicked = (name: string) =>
    isPickedByProject(name, join(project, 'src'), async () => ({ PATH: join(place, 'bin') }));
  const put = (name: string, text: string) => writeFileSync(join(project, name), text);
  return { place, put, isPicked };
}

test('a file of the project may decide what a stand-in runs, and never what a program of that name does', async () => {
  const { place, isPicked } = createPrograms([
    ['cargo', 'rustup'],
    ['node', 'opt/volta-shim'],
    ['python3', 'usr/python3.12'],
    ['java', 'asdf/shims/java'],
    ['npm', 'lib/npm-cli.js'],
    ['tsc', 'usr/tsc'],
  ]);
  // As rustup makes them.
  linkSync(join(place, 'usr/tsc'), join(place, 'usr/other'));
  for (const name of ['cargo', 'node', 'java', 'tsc', 'docker'])
    expect(await isPicked(name), name).toBe(true);
  for (const name of ['python3', 'npm']) expect(await isPicked(name), name).toBe(false);
});

test('go fetches another version only where a module asks for a newer one', async () => {
  const { place, put, isPicked } = createPrograms([['go', 'go/bin/go']]);
  writeFileSync(join(place, 'go/VERSION'), 'go1.22.3\ntime x\n');
  expect(await isPicked('go')).toBe(false);
  put('go.mod', 'module x\n\ngo 1.21\n\ntoolchain go1.22.3\n');
  expect(await isPicked('go')).toBe(false);
  put('go.mod', 'module x\n\ngo 1.23\n');
  expect(await isPicked('go')).toBe(true);
  put('go.mod', 'module x\n\ngo 1.21\ntoolchain go1.22.4\n');
  expect(await isPicked('go')).toBe(true);
});
