import { hash } from 'node:crypto';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createFilesHost } from '../../../test/support/files.ts';
import { dataOf } from '../../../test/support/host.ts';

const edit = (oldText: string, newText: string, more = {}) => ({ oldText, newText, ...more });

test('edit_file replaces a text and answers a diff', async () => {
  const { call, root } = createFilesHost();
  writeFileSync(join(root, 'a.ts'), 'const a = 1;\nconst b = 2;\n');
  const answer = await call('edit_file', { path: 'a.ts', edits: [edit('b = 2', 'b = 3')] });
  const path = join(root, 'a.ts');
  const diff = [
    `--- a${path}`,
    `+++ b${path}`,
    '@@ -1,2 +1,2 @@',
    ' const a = 1;',
    '-const b = 2;',
    '+const b = 3;',
    '',
  ].join('\n');
  expect(dataOf(answer)).toEqual({
    path,
    replacements: 1,
    sha256: hash('sha256', 'const a = 1;\nconst b = 3;\n'),
    diff,
  });
  expect(answer).toMatchObject({ content: [{ text: diff }] });
});

test('several edits are made in order, all or none', async () => {
  const { call, root } = createFilesHost();
  const path = join(root, 'a.txt');
  writeFileSync(path, 'a b c a');
  const edits = [edit('a', 'x', { replaceAll: true }), edit('x b', 'y')];
  expect(dataOf(await call('edit_file', { path, edits }))).toMatchObject({ replacements: 3 });
  expect(readFileSync(path, 'utf8')).toBe('y c x');
  const failed = await call('edit_file', { path, edits: [edit('y', 'z'), edit('absent', '')] });
  expect(failed).toMatchObject({
    error: { code: 'VALIDATION', message: expect.stringContaining('edit 2 of 2') },
  });
  expect(readFileSync(path, 'utf8')).toBe('y c x');
});

test('a dry run shows the diff and changes nothing, also where nothing may be written', async () => {
  const { call, root } = createFilesHost({ mode: 'read_only' });
  writeFileSync(join(root, 'a.txt'), 'old\n');
  const args = { path: 'a.txt', edits: [edit('old', 'new')] };
  expect(dataOf(await call('edit_file', { ...args, dryRun: true }))).toMatchObject({
    diff: expect.stringContaining('-old\n+new\n'),
    sha256: hash('sha256', 'new\n'),
  });
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('old\n');
  expect(await call('edit_file', args)).toMatchObject({ error: { code: 'BLOCKED_BY_POLICY' } });
});

test('a text that occurs twice is refused with both places', async () => {
  const { call, root } = createFilesHost();
  writeFileSync(join(root, 'a.txt'), 'x = 1\ny = 2\nx = 1\n');
  expect(await call('edit_file', { path: 'a.txt', edits: [edit('x = 1', 'x = 3')] })).toMatchObject({
    error: { code: 'VALIDATION', message: expect.stringContaining('lines 1, 3') },
  });
});

test('a text that is not there is answered with the nearest lines', async () => {
  const { call, root } = createFilesHost();
  const lines = ['import a;', '', 'function total(items) {', '    return items.length;', '}', ''];
  writeFileSync(join(root, 'a.js'), lines.join('\n'));
  const wanted = 'function total(items) {\n  return items.length;\n}';
  expect(await call('edit_file', { path: 'a.js', edits: [edit(wanted, '')] })).toMatchObject({
    error: {
      code: 'VALIDATION',
      message: expect.stringContaining('white space only'),
      hint: expect.stringContaining('3: function total(items) {\n4:     return items.length;\n5: }'),
    },
  });
  expect(
    await call('edit_file', { path: 'a.js', edits: [edit('functon totals(item) {', '')] }),
  ).toMatchObject({
    error: { hint: expect.stringContaining('3: function total(items) {') },
  });
  expect(await call('edit_file', { path: 'a.js', edits: [edit('§§§§§§§', '')] })).toMatchObject({
    error: { hint: expect.stringContaining('Nothing in it is similar') },
  });
});

test('line ends, mark and mode stay, whatever the edit is written with', async () => {
  const { call, root } = createFilesHost();
  const path = join(root, 'a.txt');
  writeFileSync(path, '\ufeffone\r\ntwo\r\nthree\nfour\r\n');
  chmodSync(path, 0o600);
  await call('edit_file', { path, edits: [edit('one\ntwo', '1\n2'), edit('three', '3\n3½')] });
  expect(readFileSync(path, 'utf8')).toBe('\ufeff1\r\n2\r\n3\n3½\nfour\r\n');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('edit_file refuses what is missing, binary, outside, protected, changed or would write a mask', async () => {
  const { codeOf, root } = createFilesHost();
  writeFileSync(join(root, 'bin'), Buffer.from([1, 0, 2]));
  writeFileSync(join(root, 'a.txt'), 'a [REDACTED] stays');
  const refusals: [Record<string, unknown>, string][] = [
    [{ path: 'none', edits: [edit('a', 'b')] }, 'NOT_FOUND'],
    [{ path: '.', edits: [edit('a', 'b')] }, 'PROTECTED_PATH'],
    [{ path: 'bin', edits: [edit('a', 'b')] }, 'VALIDATION'],
    [{ path: '/etc/hostname', edits: [edit('a', 'b')] }, 'OUTSIDE_ROOT'],
    [{ path: '.git/config', edits: [edit('a', 'b')] }, 'PROTECTED_PATH'],
    [{ path: 'a.txt', edits: [edit('a ', 'b')], expectedSha256: 'x' }, 'CONFLICT'],
    [{ path: 'a.txt', edits: [edit('a ', '[REDACTED]')] }, 'VALIDATION'],
    [{ path: 'a.txt', edits: [] }, 'VALIDATION'],
  ];
  for (const [args, code] of refusals)
    expect(await codeOf('edit_file', args), JSON.stringify(args)).toBe(code);
  expect(await codeOf('edit_file', { path: 'a.txt', edits: [edit('stays', 'goes')] })).toBe('ok');
});

test('an edit that would make a file too large is refused before it is made', async () => {
  const { codeOf, root } = createFilesHost();
  writeFileSync(join(root, 'a.txt'), 'a'.repeat(90_000));
  const grow = (newText: string) => ({ path: 'a.txt', edits: [edit('a', newText, { replaceAll: true })] });
  expect(await codeOf('edit_file', grow('x'.repeat(1_000_000)))).toBe('TOO_LARGE');
  expect(await codeOf('edit_file', grow('bb'))).toBe('ok');
  expect(await codeOf('edit_file', { path: 'a.txt', edits: [edit('b', 'c', { replaceAll: true })] })).toBe(
    'TOO_LARGE',
  );
});

test('whatever a file holds and an edit puts there, every other byte stays', async () => {
  const { call, root } = createFilesHost();
  const path = join(root, 'a.txt');
  const piece = fc
    .array(fc.constantFrom('a', 'b', 'ä', '漢', '😀', '\n', '\r\n', '\t', '  '))
    .map((parts) => parts.join(''));
  const bom = fc.constantFrom('', '\ufeff');
  const newText = fc.string({ unit: fc.constantFrom('x', 'é', '😀', ' ') });
  await fc.assert(
    fc.asyncProperty(bom, piece, piece, newText, async (mark, before, after, replacement) => {
      writeFileSync(path, `${mark}${before}NEEDLE${after}`);
      dataOf(await call('edit_file', { path, edits: [edit('NEEDLE', replacement)] }));
      expect(readFileSync(path, 'utf8')).toBe(`${mark}${before}${replacement}${after}`);
    }),
    { numRuns: 60 },
  );
});

test('whatever bytes stand beside an edit, text or not, they stay', async () => {
  const { call, root } = createFilesHost();
  const path = join(root, 'a.txt');
  const text = fc
    .constantFrom('a', 'b', 'ä', '漢', '😀', '\ufffd', '\n', '\r\n', '\t', '  ')
    .map(Buffer.from);
  // Bytes of latin1, and starts of characters without their ends.
  const noText = fc.constantFrom([0xe4], [0xff], [0xe6, 0xbc], [0xf0, 0x9f], [0x80]).map(Buffer.from);
  const piece = fc
    .array(fc.oneof({ arbitrary: text, weight: 8 }, { arbitrary: noText, weight: 1 }))
    .map((parts) => Buffer.concat(parts));
  const bom = fc.constantFrom('', '\ufeff').map(Buffer.from);
  // What every encoding that can be detected here is able to hold.
  const newText = fc.string({ unit: fc.constantFrom('x', 'y', ' ') });
  await fc.assert(
    fc.asyncProperty(bom, piece, piece, newText, async (mark, before, after, replacement) => {
      writeFileSync(path, Buffer.concat([mark, before, Buffer.from('NEEDLE'), after]));
      dataOf(await call('edit_file', { path, edits: [edit('NEEDLE', replacement)] }));
      expect(readFileSync(path)).toEqual(Buffer.concat([mark, before, Buffer.from(replacement), after]));
    }),
    { numRuns: 100 },
  );
});

test('what is written is what is read, with the hash that both tell', async () => {
  const { call, root } = createFilesHost();
  const text = fc.string({
    unit: fc.constantFrom('a', 'ß', '漢', '😀', '\n', '\r', ' ', '"', '\\'),
    maxLength: 200,
  });
  let count = 0;
  await fc.assert(
    fc.asyncProperty(text, async (content) => {
      const path = join(root, `f${count++}.txt`);
      const written = dataOf(await call('write_file', { path, content }));
      const read = dataOf(await call('read_file', { path }));
      expect(read).toMatchObject({ content, sha256: written.sha256 });
      expect(hash('sha256', readFileSync(path))).toBe(written.sha256);
    }),
    { numRuns: 60 },
  );
});

test('an edit by what was shown in the place of a secret is told what the mask is', async () => {
  const { call, root } = createFilesHost();
  writeFileSync(join(root, 'a.txt'), 'password = "hunter2-is-long-enough"\n');
  const edits = [edit('password = "[REDACTED]"', 'password = ""')];
  expect(await call('edit_file', { path: 'a.txt', edits })).toMatchObject({
    error: { code: 'VALIDATION', hint: expect.stringContaining('stands for a secret that was not shown') },
  });
});

test('the nearest lines are found at the end of a file of a million lines, within a moment', async () => {
  const { call, root } = createFilesHost();
  const head = Array.from({ length: 1_000_000 }, (_, i) => `r ${i}`);
  const tail = ['function total(list: number[]) {', '  return sum(list);', '}'];
  writeFileSync(join(root, 'long.ts'), [...head, ...tail].join('\n'));
  const started = performance.now();
  const answer = await call('edit_file', {
    path: 'long.ts',
    edits: [edit('function total(list: number) {\n  return sum(list);', 'x')],
  });
  expect(performance.now() - started).toBeLessThan(5000);
  expect(answer).toMatchObject({
    error: {
      code: 'VALIDATION',
      hint: `The nearest lines are:\n1000001: ${tail[0]}\n1000002: ${tail[1]}`,
    },
  });
});

test('a nearest line that goes on and on is shown by its start', async () => {
  const { call, root } = createFilesHost();
  const line = `var a=1;${'b'.repeat(1_000_000)}`;
  writeFileSync(join(root, 'small.js'), line);
  const answer = await call('edit_file', { path: 'small.js', edits: [edit(`${line}c`, 'x')] });
  expect(answer).toMatchObject({
    error: { hint: `The nearest lines are:\n1: ${line.slice(0, 500)}…` },
  });
});

test('others have their turn while it is looked for what is like a text that is not there', async () => {
  const { call, root } = createFilesHost();
  const lines = Array.from({ length: 33_000 }, (_, i) => `${'some words of a line '.repeat(14)}${i}`);
  writeFileSync(join(root, 'long.txt'), lines.join('\n'));
  const oldText = lines
    .slice(5, 1005)
    .map((line) => line.replace('of', 'off'))
    .join('\n');
  let turns = 0;
  const others = setInterval(() => turns++, 1);
  onTestFinished(() => clearInterval(others));
  const answers = await Promise.all(
    ['x', 'y', 'z'].map((word) =>
      call('edit_file', { path: 'long.txt', edits: [edit(`${oldText}${word}`, word)] }),
    ),
  );
  for (const answer of answers)
    expect(answer).toMatchObject({
      error: { code: 'VALIDATION', hint: expect.stringContaining('some words') },
    });
  // In one go each would leave the others a handful.
  expect(turns).toBeGreaterThan(25);
});

test('edits of a text with bytes that are no UTF-8 keep each of them, and can mend them', async () => {
  const { call, root, codeOf } = createFilesHost();
  const path = join(root, 'torn.log');
  const bad = Buffer.from([0xe6, 0xbc]);
  const torn = (start: string, end: string) => Buffer.concat([Buffer.from(start), bad, Buffer.from(end)]);
  writeFileSync(path, torn('für 漢字 old\r\ncut ', ' 💩\r\nend\r\n'));
  const answer = dataOf(
    await call('edit_file', { path, edits: [edit('old\ncut', 'new ä\ncut'), edit('end', 'é')] }),
  );
  expect(readFileSync(path)).toEqual(torn('für 漢字 new ä\r\ncut ', ' 💩\r\né\r\n'));
  expect(answer.diff).toContain(' cut \ufffd\ufffd 💩\n-end\n+é');
  for (const newText of ['x \ufffd', 'x \udce6', 'x \ud83d'])
    expect(await codeOf('edit_file', { path, edits: [edit('cut \ufffd', newText)] }), newText).toBe(
      'VALIDATION',
    );
  expect(await call('write_file', { path, content: 'für \ufffd\ufffd\n' })).toMatchObject({
    error: { code: 'VALIDATION', hint: expect.stringContaining('keeps its bytes') },
  });
  expect(readFileSync(path)).toEqual(torn('für 漢字 new ä\r\ncut ', ' 💩\r\né\r\n'));
  dataOf(await call('edit_file', { path, edits: [edit('\ufffd\ufffd', '漢')] }));
  expect(readFileSync(path, 'utf8')).toBe('für 漢字 new ä\r\ncut 漢 💩\r\né\r\n');
});
