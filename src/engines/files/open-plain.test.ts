import { closeSync, constants, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createFilesHost } from '../../../test/support/files.ts';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { raceWithSwaps } from '../../../test/support/swap-race.ts';
import { loadCLibrary } from '../system/c-library.ts';
import { LOOK_ONLY } from './open-inside.ts';
import { openPlain } from './open-plain.ts';

beforeAll(async () => {
  expect(await loadCLibrary()).toBeDefined();
});

function createTree(): string {
  const root = temporaryDirectory();
  mkdirSync(join(root, 'folder'));
  writeFileSync(join(root, 'folder/fïle'), 'inside');
  writeFileSync(join(root, 'folder/half\ufffd'), 'another name');
  symlinkSync('fïle', join(root, 'folder/link'));
  symlinkSync('folder', join(root, 'linked'));
  return root;
}

test('a path without links is opened, and leads to where it says', () => {
  const path = join(createTree(), 'folder/fïle');
  const fd = openPlain(path, constants.O_RDONLY);
  expect(readlinkSync(`/proc/self/fd/${fd}`)).toBe(path);
  closeSync(fd ?? -1);
});

test.each([
  'folder/link',
  'linked/fïle',
  'folder/../folder/fïle',
  'folder//fïle',
  'folder/fïle/',
  'folder/fïle\0more',
  'folder/half\ud800',
  'missing',
])('%s is left to the way that asks where it leads', (name) => {
  expect(openPlain(`${createTree()}/${name}`, constants.O_RDONLY)).toBeUndefined();
});

test.each(['/proc/self/root/etc/hostname', '/proc/self/cwd/package.json', '/dev/stdin', 'package.json'])(
  '%s is left to it, too',
  (path) => {
    expect(openPlain(path, constants.O_RDONLY)).toBeUndefined();
  },
);

test('links inside are followed, links to the outside are not', async () => {
  const { call, root } = createFilesHost();
  const outside = join(createTree(), 'folder/fïle');
  writeFileSync(join(root, 'file'), 'ours');
  symlinkSync('file', join(root, 'near'));
  symlinkSync(outside, join(root, 'far'));
  expect(await call('read_file', { path: 'near' })).toMatchObject({ data: { content: 'ours' } });
  expect(await call('read_file', { path: 'far' })).toMatchObject({ error: { code: 'OUTSIDE_ROOT' } });
});

test('a link that is only looked at is the link itself', async () => {
  const { call, root } = createFilesHost();
  symlinkSync('missing', join(root, 'link'));
  const fd = openPlain(join(root, 'link'), LOOK_ONLY | constants.O_NOFOLLOW);
  expect(readlinkSync(`/proc/self/fd/${fd}`)).toBe(join(root, 'link'));
  closeSync(fd ?? -1);
  const info = { type: 'symlink', symlinkTarget: 'missing' };
  expect(await call('get_file_info', { path: 'link' })).toMatchObject({ data: info });
});

/** Whether an attempt meets the link is chance: until one does, and another meets the directory. */
async function raceUntilMet() {
  let outcomes = await raceWithSwaps(400);
  for (let round = 0; round < 20 && !(outcomes.read?.OUTSIDE_ROOT && outcomes.read.done); round++)
    outcomes = await raceWithSwaps(400);
  return outcomes;
}

test('a directory that is swapped for a link shows and takes nothing outside', async () => {
  const outcomes = await raceUntilMet();
  expect(outcomes.read?.OUTSIDE_ROOT).toBeGreaterThan(0);
  expect(outcomes.read?.done).toBeGreaterThan(0);
});
