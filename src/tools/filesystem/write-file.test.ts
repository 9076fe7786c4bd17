import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFilesHost } from '../../../test/support/files.ts';
import { createTestHost, dataOf } from '../../../test/support/host.ts';

test('write_file creates a file with the directories above it', async () => {
  const { call, root } = createFilesHost();
  const answer = await call('write_file', { path: 'a/b/c.txt', content: 'hello\n' });
  expect(dataOf(answer)).toEqual({
    path: join(root, 'a/b/c.txt'),
    bytesWritten: 6,
    created: true,
    sha256: hash('sha256', 'hello\n'),
    diff: `--- /dev/null\n+++ b${root}/a/b/c.txt\n@@ -0,0 +1,1 @@\n+hello\n`,
  });
  expect(answer).toMatchObject({ content: [{ text: `Created ${join(root, 'a/b/c.txt')}, 6 bytes` }] });
  expect(readFileSync(join(root, 'a/b/c.txt'), 'utf8')).toBe('hello\n');
  expect(readdirSync(join(root, 'a/b'))).toEqual(['c.txt']);
  expect(await call('write_file', { path: 'x/y.txt', content: '', createDirs: false })).toMatchObject({
    error: { code: 'NOT_FOUND' },
  });
});

test('write_file replaces a file with a diff, and keeps mode, line ends and mark', async () => {
  const { call, root } = createFilesHost();
  const path = join(root, 'run.sh');
  writeFileSync(path, '\ufeffone\r\ntwo\r\n', { mode: 0o640 });
  chmodSync(path, 0o750);
  const data = dataOf(await call('write_file', { path, content: 'one\nthree\n' }));
  expect(data).toMatchObject({ created: false, diff: expect.stringMatching(/-two\n\+three\n$/) });
  expect(readFileSync(path, 'utf8')).toBe('\ufeffone\r\nthree\r\n');
  expect(statSync(path).mode & 0o777).toBe(0o750);
});

test.runIf(process.getuid?.() === 0)('write_file keeps the owner', async () => {
  const { call, root } = createFilesHost();
  const path = join(root, 'a.txt');
  writeFileSync(path, 'old');
  chownSync(path, 4242, 4243);
  dataOf(await call('write_file', { path, content: 'new' }));
  const { uid, gid } = statSync(path);
  expect([uid, gid]).toEqual([4242, 4243]);
});

test('write_file keeps the encoding of a file, or takes the one it is given', async () => {
  const { call, root } = createFilesHost();
  const path = join(root, 'a.txt');
  writeFileSync(path, Buffer.from('Grüße', 'latin1'));
  await call('write_file', { path, content: 'Küsse' });
  expect(readFileSync(path)).toEqual(Buffer.from('Küsse', 'latin1'));
  expect(await call('write_file', { path, content: '漢字' })).toMatchObject({
    error: { code: 'VALIDATION' },
  });
  await call('write_file', { path, content: '漢字', encoding: 'utf-16le' });
  expect(readFileSync(path)).toEqual(Buffer.from('\ufeff漢字', 'utf16le'));
  await call('write_file', { path, content: '漢', encoding: 'utf-8' });
  expect(readFileSync(path, 'utf8')).toBe('漢');
  await call('write_file', { path, content: 'AAEC', encoding: 'base64' });
  expect(readFileSync(path)).toEqual(Buffer.from([0, 1, 2]));
  expect(await call('write_file', { path, content: 'no base64!', encoding: 'base64' })).toMatchObject({
    error: { code: 'VALIDATION' },
  });
});

test('backups are numbered and never written over', async () => {
  const { call, root } = createFilesHost();
  const path = join(root, 'a.txt');
  writeFileSync(path, '0');
  for (const content of ['1', '2', '3']) await call('write_file', { path, content, backup: true });
  expect(['', '.backup', '.backup.1', '.backup.2'].map((end) => readFileSync(path + end, 'utf8'))).toEqual([
    '3',
    '0',
    '1',
    '2',
  ]);
});

test('a link is written through if it leads to an open place, and stays a link', async () => {
  const { call, root, codeOf } = createFilesHost();
  writeFileSync(join(root, 'real.txt'), 'old');
  linkSync(join(root, 'real.txt'), join(root, 'other-name.txt'));
  symlinkSync('real.txt', join(root, 'link'));
  symlinkSync('new.txt', join(root, 'to-nothing'));
  symlinkSync('/etc/hostname', join(root, 'out'));
  symlinkSync('/etc/toolgate-missing', join(root, 'out-missing'));
  symlinkSync('/etc', join(root, 'out-folder'));
  dataOf(await call('write_file', { path: 'link', content: 'new' }));
  expect(readFileSync(join(root, 'real.txt'), 'utf8')).toBe('new');
  expect(lstatSync(join(root, 'link')).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(root, 'other-name.txt'), 'utf8')).toBe('old');
  dataOf(await call('write_file', { path: 'to-nothing', content: 'made' }));
  expect(readFileSync(join(root, 'new.txt'), 'utf8')).toBe('made');
  for (const path of ['out', 'out-missing', 'out-folder/a', 'out-folder/sub/a', '/etc/a', `${root}/../a`])
    expect(await codeOf('write_file', { path, content: 'x' }), path).toBe('OUTSIDE_ROOT');
});

test('what decides what runs later is refused, under any name', async () => {
  const { codeOf, root, dataDir } = createFilesHost();
  mkdirSync(join(root, '.git/hooks'), { recursive: true });
  symlinkSync('.git/hooks', join(root, 'innocent'));
  symlinkSync('package.json', join(root, 'notes.txt'));
  writeFileSync(join(root, 'package.json'), '{}');
  for (const path of [
    '.git/hooks/pre-commit',
    '.GIT/Hooks/x',
    '.claude/settings.json',
    'sub/.mcp.json',
    '.bashrc',
  ])
    expect(await codeOf('write_file', { path, content: 'x' }), path).toBe('PROTECTED_PATH');
  expect(await codeOf('write_file', { path: 'innocent/pre-commit', content: 'x' })).toBe('PROTECTED_PATH');
  expect(await codeOf('write_file', { path: 'innocent/sub/x', content: 'x' })).toBe('PROTECTED_PATH');
  expect(await codeOf('create_directory', { path: 'innocent/sub' })).toBe('PROTECTED_PATH');
  expect(await codeOf('write_file', { path: 'notes.txt', content: '{}' })).toBe('PERMISSION_DENIED');
  expect(await codeOf('write_file', { path: join(dataDir, 'x'), content: '' })).toBe('PROTECTED_PATH');
  expect(await codeOf('write_file', { path: '.', content: '' })).toBe('PROTECTED_PATH');
  expect(existsSync(join(root, '.git/hooks/pre-commit'))).toBe(false);
});

test('a directory, a FIFO, too much, a stale hash and a mask are refused, and nothing changes', async () => {
  const { call, codeOf, root } = createFilesHost({ config: { maxWriteBytes: 1000 } });
  mkdirSync(join(root, 'folder'));
  execFileSync('mkfifo', [join(root, 'fifo')]);
  writeFileSync(join(root, 'a.txt'), 'as it was');
  writeFileSync(join(root, 'large.txt'), 'x'.repeat(2000));
  const stale = hash('sha256', 'something else');
  const refusals: [Record<string, unknown>, string][] = [
    [{ path: 'folder', content: '' }, 'VALIDATION'],
    [{ path: 'fifo', content: '' }, 'VALIDATION'],
    [{ path: 'a.txt/b', content: '' }, 'VALIDATION'],
    [{ path: 'a.txt', content: 'x'.repeat(1001) }, 'TOO_LARGE'],
    [{ path: 'large.txt', content: 'small', expectedSha256: stale }, 'TOO_LARGE'],
    [{ path: 'a.txt', content: 'new', expectedSha256: stale }, 'CONFLICT'],
    [{ path: 'gone.txt', content: 'new', expectedSha256: stale }, 'CONFLICT'],
    [{ path: 'a.txt', content: 'token = [REDACTED]' }, 'VALIDATION'],
    [{ path: 'new.txt', content: 'token = [REDACTED]' }, 'VALIDATION'],
    [{ path: 'a.txt', content: '\ud800' }, 'VALIDATION'],
  ];
  for (const [args, code] of refusals)
    expect(await codeOf('write_file', args), JSON.stringify(args)).toBe(code);
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('as it was');
  expect(readdirSync(root).sort()).toEqual(['a.txt', 'fifo', 'folder', 'large.txt']);
  const sha256 = hash('sha256', 'as it was');
  expect(
    dataOf(await call('write_file', { path: 'a.txt', content: 'b', expectedSha256: sha256 })),
  ).toBeTruthy();
});

test('a file that is too large to be edited can be replaced, and keeps encoding and line ends', async () => {
  const { call, codeOf, root } = createFilesHost({ config: { maxWriteBytes: 1000 } });
  const old = 'one line\r\n'.repeat(20_000);
  for (const name of ['a.log', 'b.log', 'c.log']) writeFileSync(join(root, name), old);
  expect(dataOf(await call('write_file', { path: 'a.log', content: 'x\ny\n', backup: true }))).toMatchObject({
    bytesWritten: 6,
    created: false,
    diff: `${old.length} bytes become 6`,
  });
  expect(readFileSync(join(root, 'a.log'), 'utf8')).toBe('x\r\ny\r\n');
  expect(readFileSync(join(root, 'a.log.backup'), 'utf8')).toBe(old);
  await call('write_file', { path: 'b.log', content: '' });
  await call('write_file', { path: 'c.log', content: 'AAE=', encoding: 'base64' });
  expect(readFileSync(join(root, 'b.log'), 'utf8')).toBe('');
  expect(readFileSync(join(root, 'c.log'))).toEqual(Buffer.from([0, 1]));
  const edits = [{ oldText: 'one', newText: 'two' }];
  expect(await codeOf('write_file', { path: 'a.log', content: 'x'.repeat(1001) })).toBe('TOO_LARGE');
  expect(await call('edit_file', { path: 'a.log.backup', edits })).toMatchObject({
    error: { code: 'TOO_LARGE', message: expect.stringContaining(`has ${old.length} bytes`) },
  });
});

test('what a killed writer left is cleared by the next write, a writer at work is not disturbed', async () => {
  const { codeOf, root } = createFilesHost();
  const left = join(root, `.toolgate-${hash('sha256', 'a.txt').slice(0, 16)}.tmp`);
  writeFileSync(left, 'half');
  expect(await codeOf('write_file', { path: 'a.txt', content: 'x' })).toBe('CONFLICT');
  utimesSync(left, 0, 0);
  expect(await codeOf('write_file', { path: 'a.txt', content: 'x' })).toBe('ok');
  expect(readdirSync(root)).toEqual(['a.txt']);
});

test('a write is asked with its diff, build files more so, and the answer holds for the file as it is', async () => {
  const { call, host, root } = createFilesHost({ mode: 'execute_with_confirm' });
  const path = join(root, 'a.txt');
  writeFileSync(path, 'old\n');
  const ask = (args: object) => call('write_file', args);
  expect(await ask({ path, content: 'new\n' })).toMatchObject({ error: { code: 'APPROVAL_PENDING' } });
  const [asked] = host.approvals.list('pending');
  expect(asked).toMatchObject({ risk: 'MEDIUM', card: { preview: expect.stringContaining('-old\n+new\n') } });
  host.approvals.decide(asked?.id ?? '', { verdict: 'approve', scope: 'once', by: 'me', via: 'terminal' });
  writeFileSync(path, 'changed since\n');
  expect(await ask({ path, content: 'new\n' })).toMatchObject({ error: { code: 'APPROVAL_PENDING' } });
  writeFileSync(path, 'old\n');
  expect(await ask({ path, content: 'new\n' })).toMatchObject({ ok: true });
  for (const name of ['package.json', '.github/workflows/ci.yml', 'yarn.lock', '.env'])
    await ask({ path: name, content: '{}' });
  expect(host.approvals.list('pending').filter(({ risk }) => risk === 'HIGH')).toHaveLength(4);
});

test('the older names of write_file answer nothing', async () => {
  const { call, root } = createFilesHost();
  for (const name of ['WriteFileAsync', 'filesystem/write']) {
    expect(await call(name, { path: 'a.txt', content: name })).toMatchObject({ content: [{ text: '' }] });
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe(name);
  }
});

test('write_file clears away what killed writers of other files left long ago, and nothing else', async () => {
  const { call, root } = createFilesHost();
  const [old, fresh, foreign] = [
    `.toolgate-${'0'.repeat(16)}.tmp`,
    `.toolgate-${'1'.repeat(16)}.tmp`,
    '.toolgate-mine.tmp',
  ];
  for (const name of [old, fresh, foreign]) writeFileSync(join(root, name), 'half');
  const longAgo = new Date(Date.now() - 120_000);
  for (const name of [old, foreign]) utimesSync(join(root, name), longAgo, longAgo);
  await call('write_file', { path: 'a.txt', content: 'x' });
  expect(readdirSync(root).sort()).toEqual([fresh, foreign, 'a.txt'].sort());
});

test('a card shows a carriage return that ends a comment for the program that reads the file', async () => {
  const { host, root, call } = createTestHost();
  writeFileSync(join(root, 'a.js'), 'first();\n');
  await call('write_file', { path: 'a.js', content: 'first();\n// a note \rhidden();\n' });
  const [asked] = host.approvals.list('pending');
  expect(asked?.card.preview).toContain('+// a note \\u000dhidden();\n');
});
