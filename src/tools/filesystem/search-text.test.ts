import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { temporaryDirectory, until } from '../../../test/support/program.ts';
import { configSchema } from '../../core/config.ts';
import { callerWith } from '../../host/agent.ts';

function write(root: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

type Matches = { path: string; line: number; column: number; text: string }[];

const whereOf = (data: Record<string, unknown>): string[] =>
  (data.matches as Matches).map(({ path, line, column }) => `${path}:${line}:${column}`);

test('search_text answers lines with place, context and what was searched', async () => {
  const { call, root } = createTestHost();
  write(root, { 'b.ts': 'one\ntwo needle\nthree\nneedle four\nfive\n', 'a/a.ts': 'no\n  Needle\n' });
  const answer = await call('search_text', { query: 'needle', contextLines: 1 });
  expect(dataOf(answer)).toEqual({
    matches: [
      { path: 'a/a.ts', line: 2, column: 3, text: '  Needle', before: ['no'], after: [] },
      { path: 'b.ts', line: 2, column: 5, text: 'two needle', before: ['one'], after: ['three'] },
      { path: 'b.ts', line: 4, column: 1, text: 'needle four', before: ['three'], after: ['five'] },
    ],
    filesSearched: 2,
    truncated: false,
    secretFilesSkipped: 0,
  });
  expect(answer).toMatchObject({
    content: [
      {
        text: 'a/a.ts\n1- no\n2:3   Needle\nb.ts\n1- one\n2:5 two needle\n3- three\n4:1 needle four\n5- five',
      },
    ],
  });
});

test('search_text takes the query as it stands, as a pattern, and minds capitals when told or shown', async () => {
  const { call, root } = createTestHost();
  write(root, { 'a.txt': 'foo(bar)\nFoo\n--flag\n$x\n' });
  const find = async (args: object) => whereOf(dataOf(await call('search_text', args)));
  expect(await find({ query: 'foo(' })).toEqual(['a.txt:1:1']);
  expect(await find({ query: 'foo' })).toEqual(['a.txt:1:1', 'a.txt:2:1']);
  expect(await find({ query: 'Foo' })).toEqual(['a.txt:2:1']);
  expect(await find({ query: 'foo', caseSensitive: true })).toEqual(['a.txt:1:1']);
  expect(await find({ query: 'FOO', caseSensitive: false })).toEqual(['a.txt:1:1', 'a.txt:2:1']);
  expect(await find({ query: '--flag' })).toEqual(['a.txt:3:1']);
  expect(await find({ query: '^f.o\\(.+\\)$', regex: true })).toEqual(['a.txt:1:1']);
  const answer = await call('search_text', { query: 'foo(', regex: true });
  expect(answer).toMatchObject({
    error: { code: 'VALIDATION', message: expect.stringMatching(/regex parse error.*unclosed group/s) },
  });
  expect(await call('search_text', { query: 'a\nb' })).toMatchObject({ error: { code: 'VALIDATION' } });
});

test('search_text counts UTF-16 units, reads every line end and shows what is not UTF-8', async () => {
  const { call, root } = createTestHost();
  write(root, {
    'crlf.txt': 'é😀 needle\r\nneedle\r\n',
    'latin.txt': Buffer.from('caf\xe9 needle\n', 'latin1'),
    'utf16.txt': Buffer.from('\ufeffa needle\n', 'utf16le'),
    'torn.txt': Buffer.concat([Buffer.from('ä漢'), Buffer.from([0xe6]), Buffer.from(' needle\n')]),
    'bom.txt': '\ufeffneedle\n',
    'long.js': `${'x'.repeat(5000)}needle${'y'.repeat(5000)}`,
  });
  const data = dataOf(await call('search_text', { query: 'needle$', regex: true }));
  expect(whereOf(data)).toEqual([
    'bom.txt:1:1',
    'crlf.txt:1:5',
    'crlf.txt:2:1',
    'latin.txt:1:6',
    'torn.txt:1:5',
    'utf16.txt:1:3',
  ]);
  expect((data.matches as Matches)[1]?.text).toBe('é😀 needle');
  expect((data.matches as Matches)[3]?.text).toBe('café needle');
  expect((data.matches as Matches)[4]?.text).toBe('ä漢\ufffd needle');
  const [long] = dataOf(await call('search_text', { query: 'needle', glob: 'long.js' })).matches as Matches;
  expect(long?.column).toBe(5001);
  expect(long?.text).toBe(`…${'x'.repeat(100)}needle${'y'.repeat(194)}…`);
});

test('search_text leaves out binary, ignored, generated and secret files, and counts secrets', async () => {
  const { call, root } = createTestHost();
  write(root, {
    ...Object.fromEntries(
      [
        'a.ts',
        '.env',
        '.ENV.local',
        '.env.example',
        'sub/id_rsa',
        'sub/[a]{b,c}*!.pem',
        '.ssh/config',
        'skip.log',
        'dist/a.js',
      ].map((path) => [path, 'needle\n']),
    ),
    'node_modules/m/a.js': 'needle\n',
    '.git/config': 'needle\n',
    'data.bin': Buffer.from('needle\n\0needle\n'),
    '.gitignore': '*.log\n',
  });
  for (let i = 0; i < 5; i++) {
    const data = dataOf(await call('search_text', { query: 'needle' }));
    expect(whereOf(data)).toEqual(['.env.example:1:1', 'a.ts:1:1']);
    expect(data.secretFilesSkipped).toBe(4);
    // .gitignore and data.bin beside them: what holds secrets is not even read.
    expect(data.filesSearched).toBe(4);
  }
  write(root, Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`keys/${i}.key`, 'needle\n'])));
  expect(dataOf(await call('search_text', { query: 'needle' }))).toMatchObject({
    filesSearched: 4,
    secretFilesSkipped: 44,
  });
  const all = dataOf(await call('search_text', { query: 'needle', includeIgnored: true }));
  expect(whereOf(all)).toEqual([
    ...['.env.example:1:1', 'a.ts:1:1', 'dist/a.js:1:1', 'node_modules/m/a.js:1:1', 'skip.log:1:1'],
  ]);
});

test('search_text asks before it looks into a file with secrets, even behind a link', async () => {
  const { call, root } = createTestHost();
  write(root, { '.env': 'TOKEN=needle\n', 'a.txt': 'needle\n' });
  symlinkSync('.env', join(root, 'innocent.txt'));
  write(root, { '.ssh/config': 'needle\n' });
  symlinkSync('.ssh', join(root, 'folder'));
  for (const path of ['.ssh/config', '.ssh', 'folder']) {
    expect(await call('search_text', { query: 'needle', path }), path).toMatchObject({
      error: { code: path === '.ssh/config' ? 'APPROVAL_PENDING' : 'PERMISSION_DENIED' },
    });
  }
  expect(await call('search_text', { query: 'needle', path: '.env' })).toMatchObject({
    error: { code: 'APPROVAL_PENDING' },
  });
  expect(await call('search_text', { query: 'needle', path: 'innocent.txt' })).toMatchObject({
    error: { code: 'PERMISSION_DENIED' },
  });
  expect(whereOf(dataOf(await call('search_text', { query: 'needle', path: 'a.txt' })))).toEqual([
    'a.txt:1:1',
  ]);
});

test('what Mercurial and Subversion keep of every file is not searched, the files beside it are', async () => {
  const { call, root } = createTestHost();
  const kept = ['.svn/pristine/ab/abcdef.svn-base', 'sub/.hg/store/data/x.i', 'sub/.hg/hgrc'];
  write(root, Object.fromEntries([...kept, 'sub/a.txt', '.hgignore'].map((path) => [path, 'needle\n'])));
  for (const more of [{}, { includeIgnored: true }, { glob: '**/*.*' }, {}])
    expect(whereOf(dataOf(await call('search_text', { query: 'needle', ...more })))).toEqual([
      ...['.hgignore:1:1', 'sub/a.txt:1:1'],
    ]);
  for (const path of ['.svn', '.svn/pristine/ab', 'sub/.hg', kept[0]])
    expect(await call('search_text', { query: 'needle', path }), path).toMatchObject({ ok: false });
  for (const path of [kept[0], kept[1]])
    expect(await call('read_file', { path }), path).toMatchObject({ error: { code: 'APPROVAL_PENDING' } });
});

test('search_text counts the files it was to look into, before and after there is an index', async () => {
  const { call, root } = createTestHost();
  write(root, { 'a.ts': 'x', 'b.js': 'x', 'c.md': 'x', 'src/d.ts': 'x', 'src/e.md': 'x', '.env': 'x' });
  const searched = async (glob?: string | string[]) =>
    dataOf(await call('search_text', { query: 'none', ...(glob && { glob }) })).filesSearched;
  for (let round = 0; round < 2; round++) {
    expect(await searched()).toBe(5);
    expect(await searched('*.ts')).toBe(2);
    expect(await searched(['*.ts', '*.js'])).toBe(3);
    expect(await searched(['!*.md'])).toBe(3);
    expect(await searched('src/**/*.ts')).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
});

test('search_text keeps to globs and to the limit', async () => {
  const { call, root } = createTestHost();
  write(root, {
    ...Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`src/f${i}.ts`, 'needle\n'.repeat(20)])),
    'src/a.test.ts': 'needle\n',
    'docs/a.md': 'needle\n',
    'gen.ts': 'needle\n',
    '.gitignore': 'gen.ts\n',
  });
  const find = async (args: object) => dataOf(await call('search_text', { query: 'needle', ...args }));
  const cut = await find({ limit: 50 });
  expect([(cut.matches as Matches).length, cut.truncated]).toEqual([50, true]);
  expect(await find({ query: 'none' })).toMatchObject({ matches: [], filesSearched: 33, truncated: false });
  expect(whereOf(await find({ glob: '*.md' }))).toEqual(['docs/a.md:1:1']);
  expect(whereOf(await find({ glob: ['{src,docs}/*', '!f*.ts'] }))).toEqual([
    'docs/a.md:1:1',
    'src/a.test.ts:1:1',
  ]);
  expect(await find({ glob: 'gen.ts' })).toMatchObject({ matches: [] });
});

test('search_text refuses what it must not search and stays inside', async () => {
  const { call, root } = createTestHost();
  write(root, { 'a.ts': 'root\n' });
  symlinkSync('/etc', join(root, 'out'));
  symlinkSync('/etc/passwd', join(root, 'users'));
  execFileSync('mkfifo', [join(root, 'fifo')]);
  for (const [path, code] of [
    ['/etc', 'OUTSIDE_ROOT'],
    ['out', 'OUTSIDE_ROOT'],
    ['users', 'OUTSIDE_ROOT'],
    ['missing', 'NOT_FOUND'],
    ['fifo', 'VALIDATION'],
  ]) {
    expect(await call('search_text', { query: 'root', path }), path).toMatchObject({ error: { code } });
  }
  expect(whereOf(dataOf(await call('search_text', { query: 'root' })))).toEqual(['a.ts:1:1']);
});

test('search_text ends ripgrep when the call is cancelled', async () => {
  const above = temporaryDirectory();
  const root = join(above, 'project');
  write(root, { 'a.txt': 'x\n' });
  const { host } = createTestHost({}, { root });
  const caller = callerWith(configSchema.parse({}), 'stdio', { cwd: root, roots: [root] });
  // An ignore file that never ends keeps ripgrep waiting; above a root it is the user's own and left to ripgrep.
  execFileSync('mkfifo', [join(above, '.ignore')]);
  const stop = new AbortController();
  const answer = host.call({ tool: 'search_text', args: { query: 'x' }, caller, signal: stop.signal });
  await until('ripgrep to start', () => processesIn(root).length > 0);
  stop.abort();
  expect(await answer).toMatchObject({ error: { code: 'CANCELLED' } });
  await until('ripgrep to end', () => processesIn(root).length === 0);
});

/** Processes that have this directory as their current one. */
const processesIn = (folder: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false;
    }
  });

test('search_text names no option of ripgrep where a query cannot be used', async () => {
  const { call } = createTestHost();
  for (const args of [{ query: 'a\nb' }, { query: 'a\\nb', regex: true }])
    expect(await call('search_text', args)).toMatchObject({
      error: {
        code: 'VALIDATION',
        message: 'The query holds a line break, and lines are searched one by one',
      },
    });
  const answer = await call('search_text', { query: '(?=a)b', regex: true });
  expect(answer).toMatchObject({
    error: { message: expect.stringMatching(/look-behind, is not supported$/) },
  });
});

test('search_text says of every query it cannot use why, and what to do next', async () => {
  const { call, root } = createTestHost();
  write(root, { 'a.txt': 'x\n' });
  const refusals: [object, RegExp, RegExp][] = [
    [{ query: 'a\0b' }, /holds a NUL character/, /before or after/],
    [{ query: 'a\0b', path: 'a.txt' }, /holds a NUL character/, /before or after/],
    [{ query: 'a\\x00b', regex: true }, /asks for a NUL character/, /before or after/],
    [{ query: 'a\ud800' }, /half of a character/, /before or after/],
    [{ query: '\\w{10000}', regex: true }, /too large/, /Repeat less often/],
    [{ query: '(?<=a)b', regex: true }, /look-around/, /without it/],
    [{ query: '(a)\\1', regex: true }, /backreferences/, /without it/],
    [{ query: 'a\rb' }, /line break/, /one of its lines/],
    [{ query: '[z-a]', regex: true }, /invalid character class range/, /leave regex out/],
    [{ query: '\\p{Foo}', regex: true }, /Unicode property not found/, /leave regex out/],
  ];
  for (const [args, message, hint] of refusals)
    expect(await call('search_text', args), JSON.stringify(args)).toMatchObject({
      error: {
        code: 'VALIDATION',
        message: expect.stringMatching(message),
        hint: expect.stringMatching(hint),
      },
    });
});

test('search_text says of a pattern for several lines that lines are searched one by one', async () => {
  const { call, root } = createTestHost();
  write(root, { 'a.ts': 'call(\n  1,\n);\ncall(2);\n' });
  const noteFor = async (query: string) =>
    dataOf(await call('search_text', { query, regex: true })).note as string | undefined;
  for (const query of ['call\\([\\s\\S]*?\\);', '(?s)call.*1', '(?is:call.1)', 'call[\\n(]', '[\\d\\D]x'])
    expect(await noteFor(query), query).toMatch(/one by one/);
  for (const query of ['call\\([^\\n]*', 'call\\s*\\(', '(?i)call', '\\\\name', '(?P<s>call)', '(?-s)call'])
    expect(await noteFor(query), query).toBeUndefined();
  const answer = await call('search_text', { query: 'call\\([\\s\\S]*?\\);', regex: true });
  expect(whereOf(dataOf(answer))).toEqual(['a.ts:4:1']);
  expect(answer).toMatchObject({ content: [{ text: expect.stringMatching(/^a\.ts\n4:1 .*\nLines are/) }] });
  expect(dataOf(await call('search_text', { query: '[\\s\\S]' })).note).toBeUndefined();
});

test('search_text reads a file that is named in its own encoding, and says where it cannot know it', async () => {
  const { call, root } = createTestHost();
  write(root, {
    'latin.txt': Buffer.from('un\n\xe9t\xe9 chaud\n', 'latin1'),
    'wide.txt': Buffer.from('one\na needle, ü\n', 'utf16le'),
    'utf8.txt': 'für\n',
  });
  const find = async (args: object) => dataOf(await call('search_text', args));
  expect(await find({ query: 'té c', path: 'latin.txt' })).toMatchObject({
    matches: [{ path: 'latin.txt', line: 2, column: 2, text: 'été chaud' }],
  });
  expect(await find({ query: 'needle, ü', path: 'wide.txt' })).toMatchObject({
    matches: [{ path: 'wide.txt', line: 2, column: 3, text: 'a needle, ü' }],
  });
  expect(await find({ query: 'été' })).toMatchObject({
    matches: [],
    note: expect.stringMatching(/only ASCII/),
  });
  expect((await find({ query: 'für' })).note).toBeUndefined();
  expect((await find({ query: 'missing' })).note).toBeUndefined();
});
