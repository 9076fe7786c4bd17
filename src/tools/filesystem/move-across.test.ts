import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFilesHost } from '../../../test/support/files.ts';
import { dataOf } from '../../../test/support/host.ts';
import { temporaryDirectory, until } from '../../../test/support/program.ts';

/** A second file system, as every Linux has it. */
const onTwoSystems = test.runIf(existsSync('/dev/shm') && statSync('/dev/shm').dev !== statSync('/tmp').dev);

function createPlaces() {
  const other = temporaryDirectory('/dev/shm');
  return { ...createFilesHost({ moreRoots: [other] }), other };
}

const PAST = new Date('2001-02-03T04:05:06Z');

function createFolder(path: string): void {
  mkdirSync(join(path, 'sub'), { recursive: true });
  writeFileSync(join(path, 'run.sh'), 'echo');
  chmodSync(join(path, 'run.sh'), 0o777);
  writeFileSync(join(path, 'sub/secret'), 's', { mode: 0o600 });
  symlinkSync('sub/secret', join(path, 'link'));
  linkSync(join(path, 'run.sh'), join(path, 'sub/same-file'));
  mkdirSync(join(path, 'read-only'), { mode: 0o755 });
  writeFileSync(join(path, 'read-only/a'), 'a');
  chmodSync(join(path, 'read-only'), 0o555);
  if (process.getuid?.() === 0) chownSync(join(path, 'sub/secret'), 4242, 4243);
  for (const name of ['run.sh', 'sub/secret', 'sub', '.']) utimesSync(join(path, name), PAST, PAST);
}

const pictureOf = (path: string): unknown[] =>
  ['.', ...readdirSync(path, { recursive: true, encoding: 'utf8' }).sort()].map((name) => {
    const { mode, uid, gid, mtimeMs } = lstatSync(join(path, name));
    return [name, mode, uid, gid, Math.round(mtimeMs)];
  });

onTwoSystems('move_path takes a directory to another file system and back, with all it had', async () => {
  const { call, root, other } = createPlaces();
  createFolder(join(root, 'folder'));
  if (process.getuid?.() !== 0) chmodSync(join(root, 'folder/read-only'), 0o755);
  const before = pictureOf(join(root, 'folder'));
  dataOf(await call('move_path', { from: 'folder', to: join(other, 'new/place') }));
  expect(pictureOf(join(other, 'new/place'))).toEqual(before);
  expect(readFileSync(join(other, 'new/place/sub/secret'), 'utf8')).toBe('s');
  expect(readlinkSync(join(other, 'new/place/link'))).toBe('sub/secret');
  expect(readdirSync(root)).toEqual([]);
  dataOf(await call('move_path', { from: join(other, 'new/place'), to: 'folder' }));
  expect(pictureOf(join(root, 'folder'))).toEqual(before);
  expect(readdirSync(join(other, 'new'))).toEqual([]);
});

onTwoSystems(
  'a directory that cannot be copied as a whole stays where it is, and nothing else is made',
  async () => {
    const { call, root, other, codeOf } = createPlaces();
    createFolder(join(root, 'folder'));
    const args = { from: 'folder', to: join(other, 'new/place') };
    const controller = new AbortController();
    const moving = call('move_path', args, { signal: controller.signal });
    controller.abort();
    expect(await moving).toMatchObject({ ok: false });
    // A cancelled call is answered at once; what it began is taken back a moment later.
    await until('an empty directory', () => readdirSync(other).length === 0);
    execFileSync('mkfifo', [join(root, 'folder/sub/z-fifo')]);
    const before = pictureOf(join(root, 'folder'));
    expect(await codeOf('move_path', args)).toBe('VALIDATION');
    expect(pictureOf(join(root, 'folder'))).toEqual(before);
    expect(readdirSync(other)).toEqual([]);
  },
);

onTwoSystems(
  'a file or a link that replaces another on another file system keeps what is its own',
  async () => {
    const { call, root, other } = createPlaces();
    writeFileSync(join(root, 'secret'), 'new', { mode: 0o600 });
    symlinkSync('nowhere', join(root, 'link'));
    for (const name of ['secret', 'link']) {
      writeFileSync(join(other, name), 'old', { mode: 0o644 });
      dataOf(await call('move_path', { from: name, to: join(other, name), overwrite: true }));
    }
    expect(readFileSync(join(other, 'secret'), 'utf8')).toBe('new');
    expect(statSync(join(other, 'secret')).mode & 0o777).toBe(0o600);
    expect(readlinkSync(join(other, 'link'))).toBe('nowhere');
    expect(readdirSync(other).sort()).toEqual(['link', 'secret']);
    expect(readdirSync(root)).toEqual([]);
  },
);

onTwoSystems('neither a directory nor a file on another file system is replaced by a directory', async () => {
  const { root, other, codeOf } = createPlaces();
  createFolder(join(root, 'folder'));
  mkdirSync(join(other, 'dir'));
  writeFileSync(join(other, 'file'), 'old');
  for (const name of ['dir', 'file'])
    expect(await codeOf('move_path', { from: 'folder', to: join(other, name), overwrite: true })).toBe(
      'CONFLICT',
    );
  expect(readdirSync(join(other, 'dir'))).toEqual([]);
  expect(readFileSync(join(other, 'file'), 'utf8')).toBe('old');
});
