import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { wholeTree } from '../../core/path/searched-tree.ts';
import { secretsBelow } from './secrets-below.ts';

const IMPATIENT = { patienceMs: 0, leastFolders: 30, mostFolders: 1000 };

test('a huge tree is looked at from the top down, says where it stopped, and is known later', async () => {
  const root = temporaryDirectory();
  for (let i = 0; i < 20; i++)
    for (let j = 0; j < 10; j++) mkdirSync(join(root, `m${i}/n${j}`), { recursive: true });
  const look = (limits = IMPATIENT) => secretsBelow([wholeTree(root)], [root], limits);
  expect(await look()).toEqual({ paths: [], cutAfter: 30 });
  writeFileSync(join(root, 'm19/id_rsa'), '');
  // Whatever else there is, what lies near the top is found.
  expect(await look()).toEqual({ paths: [join(root, 'm19/id_rsa')] });
  rmSync(join(root, 'm19/id_rsa'));
  writeFileSync(join(root, 'm19/n9/prod.env'), '');
  expect(await look()).toEqual({ paths: [], cutAfter: 30 });
  expect(await look({ ...IMPATIENT, patienceMs: 60_000 })).toEqual({
    paths: [join(root, 'm19/n9/prod.env')],
  });
  expect(await look({ ...IMPATIENT, leastFolders: 300, mostFolders: 100 })).toEqual({
    paths: [],
    cutAfter: 100,
  });
});

test('a change is seen at once, however often a directory was looked at', async () => {
  const root = temporaryDirectory();
  const look = async () => (await secretsBelow([wholeTree(root)], [root])).paths.length;
  for (let i = 0; i < 50; i++) {
    expect(await look()).toBe(0);
    writeFileSync(join(root, 'prod.env'), '');
    expect(await look()).toBe(1);
    rmSync(join(root, 'prod.env'));
  }
});
