import { mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFilesHost } from '../../../test/support/files.ts';
import { dataOf } from '../../../test/support/host.ts';
import { temporaryDirectory } from '../../../test/support/program.ts';

const onLinux = test.runIf(process.platform === 'linux');

/** A path whose last name is these bytes. */
const inside = (directory: string, name: string): Buffer =>
  Buffer.concat([Buffer.from(`${directory}/`), Buffer.from(name, 'latin1')]);

/** Two files that look the same, one that really is called that, a directory and a link. */
function createBytes(folder: string): void {
  mkdirSync(folder);
  writeFileSync(inside(folder, 'bad\xff.txt'), 'ff');
  writeFileSync(inside(folder, 'bad\xfe.txt'), 'fe!');
  writeFileSync(join(folder, 'bad\ufffd.txt'), 'text');
  mkdirSync(inside(folder, 'dir\xff'));
  writeFileSync(Buffer.concat([inside(folder, 'dir\xff'), Buffer.from('/in.txt')]), 'in');
  symlinkSync(Buffer.from('to\xff', 'latin1'), inside(folder, 'link\xff'));
}

/** Every entry, to the byte. */
const pictureOf = (folder: string): unknown[] => [
  readdirSync(folder, 'buffer')
    .map((name) => name.toString('latin1'))
    .sort(),
  readFileSync(inside(folder, 'bad\xff.txt'), 'utf8'),
  readFileSync(inside(folder, 'bad\xfe.txt'), 'utf8'),
  readFileSync(join(folder, 'bad\ufffd.txt'), 'utf8'),
  readFileSync(Buffer.concat([inside(folder, 'dir\xff'), Buffer.from('/in.txt')]), 'utf8'),
  readlinkSync(inside(folder, 'link\xff'), 'buffer').toString('latin1'),
];

const NOTE =
  'Not UTF-8, shown with \ufffd, and out of reach by name: bad\ufffd.txt, bad\ufffd.txt, dir\ufffd, link\ufffd. The directory around can be moved or copied.';

onLinux('list_directory shows names that are no UTF-8 and says that they cannot be given', async () => {
  const { call, root } = createFilesHost();
  createBytes(join(root, 'folder'));
  const answer = await call('list_directory', { path: 'folder' });
  const { entries, note } = dataOf(answer);
  expect(
    (entries as { name: string; type: string; size: number }[]).map(({ name, type }) => [name, type]),
  ).toEqual([
    ['bad\ufffd.txt', 'file'],
    ['bad\ufffd.txt', 'file'],
    ['bad\ufffd.txt', 'file'],
    ['dir\ufffd', 'directory'],
    ['link\ufffd', 'symlink'],
  ]);
  expect(note).toBe(NOTE);
  expect(answer).toMatchObject({ content: [{ text: expect.stringContaining(`\n${NOTE}`) }] });
  const below = dataOf(await call('list_directory', { path: 'folder', recursive: true }));
  expect((below.entries as { name: string }[]).map(({ name }) => name)).toContain('dir\ufffd/in.txt');
  expect(below.note).toBe(NOTE);
});

onLinux.for([true, false])('pages of names that look the same lose none, recursive %s', async (recursive) => {
  const { call, root } = createFilesHost();
  createBytes(join(root, 'folder'));
  const sizes: number[] = [];
  for (let cursor: unknown; ; ) {
    const args = { path: 'folder', recursive, limit: 1, ...(cursor !== undefined && { cursor }) };
    const page = dataOf(await call('list_directory', args));
    sizes.push(
      ...(page.entries as { size: number; type: string }[]).map(({ size, type }) =>
        type === 'file' ? size : -1,
      ),
    );
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  // The text, then the bytes in their order, the directory, what is in it, the link.
  expect(sizes).toEqual(recursive ? [4, 3, 2, -1, 2, -1] : [4, 3, 2, -1, -1]);
});

onLinux('copies and moves keep such names byte for byte, on this file system and onto another', async () => {
  const other = temporaryDirectory('/dev/shm');
  const { call, root } = createFilesHost({ moreRoots: [other] });
  createBytes(join(root, 'folder'));
  const before = pictureOf(join(root, 'folder'));
  dataOf(await call('copy_path', { from: 'folder', to: 'copy' }));
  expect(pictureOf(join(root, 'copy'))).toEqual(before);
  dataOf(await call('move_path', { from: 'copy', to: 'moved' }));
  expect(pictureOf(join(root, 'moved'))).toEqual(before);
  dataOf(await call('move_path', { from: 'moved', to: join(other, 'moved') }));
  expect(pictureOf(join(other, 'moved'))).toEqual(before);
  expect(readdirSync(root)).toEqual(['folder']);
});

onLinux('a path that shows bytes as U+FFFD is told apart from one that is just missing', async () => {
  const { call, root, codeOf } = createFilesHost();
  mkdirSync(join(root, 'folder'));
  writeFileSync(inside(join(root, 'folder'), 'bad\xff.txt'), 'ff');
  const path = 'folder/bad\ufffd.txt';
  const error = {
    code: 'NOT_FOUND',
    message: `${join(root, path)} does not exist: \ufffd (U+FFFD) stands for bytes that are no UTF-8`,
  };
  const edits = [{ oldText: 'a', newText: 'b' }];
  for (const [tool, args] of [
    ['read_file', { path }],
    ['get_file_info', { path }],
    ['edit_file', { path, edits }],
    ['delete_file', { path }],
    ['move_path', { from: path, to: 'x' }],
    ['copy_path', { from: path, to: 'x' }],
  ] as const)
    expect(await call(tool, args), tool).toMatchObject({ error });
  // Nor is another one made that only looks like it.
  expect(await codeOf('write_file', { path, content: 'x' })).toBe('VALIDATION');
  expect(await codeOf('write_file', { path: 'dir\ufffd/a', content: 'x' })).toBe('VALIDATION');
  expect(await codeOf('create_directory', { path: 'dir\ufffd' })).toBe('VALIDATION');
  expect(await codeOf('move_path', { from: 'folder', to: 'dir\ufffd' })).toBe('VALIDATION');
  expect(await codeOf('write_file', { path: 'half\ud800', content: 'x' })).toBe('VALIDATION');
  expect(readdirSync(root)).toEqual(['folder']);
});

test('a file that really has U+FFFD in its name is used like any other', async () => {
  const { call, root } = createFilesHost();
  const path = join(root, 'odd\ufffd.txt');
  writeFileSync(path, 'old');
  expect(dataOf(await call('list_directory', { path: '.' }))).not.toHaveProperty('note');
  dataOf(await call('write_file', { path, content: 'new' }));
  const { trashPath } = dataOf(await call('delete_file', { path }));
  dataOf(await call('restore_file', { trashPath }));
  expect(readFileSync(path, 'utf8')).toBe('new');
});
