import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { BIN, temporaryDirectory } from '../support/program.ts';

type Data = Record<string, unknown>;
interface Result {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Data;
}

/** The official client on the built program, in a directory where it may write unasked. */
async function connect() {
  const root = temporaryDirectory();
  const dataDir = temporaryDirectory();
  const client = new Client({ name: 'test', version: '1' });
  const flags = ['--data-dir', dataDir, '--root', root, '--mode', 'full_access', '--in-process'];
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [BIN, 'stdio', ...flags],
      stderr: 'ignore',
      env: { TOOLGATE_MAX_WRITE_BYTES: '1000' },
    }),
  );
  onTestFinished(() => client.close());
  const call = async (name: string, args: Data): Promise<Result> =>
    (await client.callTool({ name, arguments: args })) as Result; // Sound: no tool here becomes a task.
  return {
    client,
    root,
    at: (...names: string[]) => join(root, ...names),
    call,
    data: async (name: string, args: Data): Promise<Data> => {
      const { isError, structuredContent, content } = await call(name, args);
      if (isError || !structuredContent) throw new Error(JSON.stringify(content));
      return structuredContent;
    },
    refusal: async (name: string, args: Data): Promise<string> => {
      const { isError, content } = await call(name, args);
      return isError ? (content[0]?.text?.split(':')[0] ?? '') : 'no refusal';
    },
  };
}

test('every file tool does its work for an MCP client', async () => {
  const { at, data } = await connect();
  const path = at('src/a.ts');
  const written = await data('write_file', { path, content: 'let a = 1;\nlet b = 2;\n' });
  expect(written).toMatchObject({ created: true, bytesWritten: 22 });
  expect(await data('read_file', { path })).toMatchObject({
    content: 'let a = 1;\nlet b = 2;\n',
    totalLines: 2,
    language: 'typescript',
    sha256: written.sha256,
  });
  const edits = [{ oldText: 'b = 2', newText: 'b = 3' }];
  const edited = await data('edit_file', { path, edits, expectedSha256: written.sha256 });
  expect(edited).toMatchObject({ replacements: 1, diff: expect.stringContaining('+let b = 3;') });
  expect(await data('get_file_info', { path })).toMatchObject({ type: 'file', sha256: edited.sha256 });
  expect(await data('create_directory', { path: at('lib/deep') })).toMatchObject({ created: true });
  expect(await data('copy_path', { from: path, to: at('lib/b.ts') })).toEqual({
    from: path,
    to: at('lib/b.ts'),
  });
  expect(await data('move_path', { from: at('lib/b.ts'), to: at('lib/c.ts') })).toMatchObject({
    to: at('lib/c.ts'),
  });
  expect(await data('list_directory', { path: at('lib') })).toMatchObject({
    entries: [
      { name: 'c.ts', type: 'file', size: 22 },
      { name: 'deep', type: 'directory' },
    ],
    truncated: false,
  });
  expect(await data('directory_exists', { path: at('lib') })).toEqual({ exists: true, type: 'directory' });
  const { trashPath } = await data('delete_file', { path: at('lib/c.ts') });
  expect(await data('file_exists', { path: at('lib/c.ts') })).toEqual({ exists: false });
  expect(await data('restore_file', { trashPath })).toEqual({ path: at('lib/c.ts') });
  expect(readFileSync(at('lib/c.ts'), 'utf8')).toBe('let a = 1;\nlet b = 3;\n');
});

test('every file tool refuses in words that say why', async () => {
  const { at, root, data, refusal } = await connect();
  mkdirSync(at('folder'));
  symlinkSync('/etc', at('out'));
  writeFileSync(at('file'), 'text');
  writeFileSync(at('binary'), Buffer.alloc(100));
  const edits = [{ oldText: 'a', newText: 'b' }];
  const onPath: Record<string, Data> = {
    read_file: {},
    write_file: { content: '' },
    edit_file: { edits },
    list_directory: {},
    delete_file: {},
    create_directory: {},
    file_exists: {},
    directory_exists: {},
    get_file_info: {},
  };
  for (const [tool, more] of Object.entries(onPath))
    for (const path of [
      '/etc/hostname',
      '/etc/missing',
      at('out/hostname'),
      at('out/missing'),
      `${root}/../x`,
    ])
      expect(await refusal(tool, { path, ...more }), `${tool} ${path}`).toBe('OUTSIDE_ROOT');
  for (const tool of ['write_file', 'edit_file', 'delete_file', 'create_directory'])
    expect(await refusal(tool, { path: at('.git/hooks/x'), ...onPath[tool] }), tool).toBe('PROTECTED_PATH');
  for (const tool of ['read_file', 'edit_file', 'list_directory', 'delete_file', 'get_file_info'])
    expect(await refusal(tool, { path: at('missing'), ...onPath[tool] }), tool).toBe('NOT_FOUND');
  for (const tool of ['read_file', 'write_file', 'edit_file', 'delete_file'])
    expect(await refusal(tool, { path: at('folder'), ...onPath[tool] }), tool).toBe('VALIDATION');
  for (const tool of ['move_path', 'copy_path']) {
    expect(await refusal(tool, { from: at('file'), to: '/etc/x' }), tool).toBe('OUTSIDE_ROOT');
    expect(await refusal(tool, { from: at('missing'), to: at('x') }), tool).toBe('NOT_FOUND');
    expect(await refusal(tool, { from: at('file'), to: at('.bashrc') }), tool).toBe('PROTECTED_PATH');
    expect(await refusal(tool, { from: at('file'), to: at('folder') }), tool).toBe('CONFLICT');
  }
  expect(await refusal('list_directory', { path: at('file') })).toBe('VALIDATION');
  expect(await refusal('restore_file', { trashPath: `trash:x:${at('file')}` })).toBe('NOT_FOUND');
  expect(await refusal('read_file', { path: at('binary'), maxBytes: 10 })).toBe('TOO_LARGE');
  expect(await refusal('write_file', { path: at('x'), content: 'x'.repeat(1001) })).toBe('TOO_LARGE');
  expect(await refusal('edit_file', { path: at('binary'), edits })).toBe('VALIDATION');
  const stale = { expectedSha256: hash('sha256', 'another text') };
  expect(await refusal('write_file', { path: at('file'), content: '', ...stale })).toBe('CONFLICT');
  expect(await refusal('edit_file', { path: at('file'), edits, ...stale })).toBe('CONFLICT');
  expect(await data('read_file', { path: at('file') })).toMatchObject({ content: 'text' });
});

test('the names of older servers are answered as those answered', async () => {
  const { at, call } = await connect();
  const first = async (name: string, args: Data) => (await call(name, args)).content[0]?.text;
  expect(await first('WriteFileAsync', { path: at('a.txt'), content: 'hello' })).toBe('');
  expect(await first('ReadFileAsync', { path: at('a.txt') })).toBe('hello');
  expect(await first('filesystem/read', { path: at('a.txt') })).toBe('hello');
  expect(await first('filesystem/write', { path: at('b.txt'), content: 'x' })).toBe('');
  expect(await first('CreateDirectory', { path: at('c') })).toBe('');
  expect(await first('ListDirectory', { path: at() })).toBe('["a.txt","b.txt","c"]');
  expect(await first('filesystem/list', { path: at() })).toBe('["a.txt","b.txt","c"]');
  expect(await first('FileExists', { path: at('a.txt') })).toBe('true');
  expect(await first('DirectoryExists', { path: at('a.txt') })).toBe('false');
  expect(await first('DeleteFile', { path: at('a.txt') })).toBe('');
  expect(existsSync(at('a.txt'))).toBe(false);
});

test('a file is a resource, whole or refused', async () => {
  const { at, client } = await connect();
  const read = (name: string) => client.readResource({ uri: pathToFileURL(at(name)).href });
  const text = 'a line of some length, and another word\n'.repeat(8000);
  writeFileSync(at('long.txt'), text);
  writeFileSync(at('one-line.txt'), 'ä'.repeat(60_000));
  writeFileSync(at('too-long.txt'), text.repeat(4));
  writeFileSync(at('image'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]));
  writeFileSync(at('.env'), 'TOKEN=ghp_0123456789abcdefghijABCDEFGHIJ012345\n');
  expect((await read('long.txt')).contents).toEqual([
    { uri: pathToFileURL(at('long.txt')).href, mimeType: 'text/plain', text },
  ]);
  expect((await read('one-line.txt')).contents).toMatchObject([{ text: 'ä'.repeat(60_000) }]);
  expect((await read('image')).contents).toMatchObject([{ mimeType: 'image/png', blob: 'iVBORwA=' }]);
  expect((await read('.env')).contents).toMatchObject([{ text: 'TOKEN=[REDACTED]\n' }]);
  await expect(read('too-long.txt')).rejects.toThrow(/TOO_LARGE/);
});
