import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

test('lines are numbered on request, in the text and in the data', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, { 'a.txt': 'one\n\nthree' });
  const answer = await call('read_file', { path: join(root, 'a.txt'), lineNumbers: true });
  expect(dataOf(answer)).toMatchObject({ content: '1\tone\n2\t\n3\tthree', totalLines: 3, truncated: false });
  expect(answer).toMatchObject({ content: [{ type: 'text', text: '1\tone\n2\t\n3\tthree' }] });
});

test('numbers start where the page starts and stand below each other', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, { 'a.txt': Array.from({ length: 12 }, (_, i) => `line ${i + 1}\n`).join('') });
  const page = { path: join(root, 'a.txt'), startLine: 9, maxLines: 2, lineNumbers: true };
  expect(dataOf(await call('read_file', page))).toMatchObject({
    content: ' 9\tline 9\n10\tline 10\n',
    nextLine: 11,
  });
});

test('a long file is still paged between lines, and no line is lost', async () => {
  const { call, root } = createTestHost({ outputBudgetBytes: 2000 });
  const lines = Array.from({ length: 1500 }, (_, i) => `${'x'.repeat(i % 40)}ä`);
  writeFiles(root, { 'a.txt': lines.join('\n') });
  const read: string[] = [];
  for (let startLine: unknown = 1; startLine !== undefined; ) {
    const answer = await call('read_file', { path: join(root, 'a.txt'), startLine, lineNumbers: true });
    const { content, nextLine } = dataOf(answer);
    expect(Buffer.byteLength(content as string)).toBeLessThanOrEqual(2000);
    expect(JSON.stringify(answer)).not.toContain('left out');
    read.push(content as string);
    startLine = nextLine;
  }
  const found = read
    .join('')
    .split('\n')
    .map((line) => line.split('\t'));
  expect(found.map(([number]) => Number(number))).toEqual(lines.map((_, i) => i + 1));
  expect(found.map(([, text]) => text)).toEqual(lines);
});

test('a line longer than a page and a large file are numbered, too', async () => {
  const { call, root } = createTestHost({ outputBudgetBytes: 2000 });
  writeFiles(root, { 'long.txt': 'x'.repeat(5000), 'large.txt': 'some line\n'.repeat(100_000) });
  const long = dataOf(await call('read_file', { path: join(root, 'long.txt'), lineNumbers: true }));
  expect(long).toMatchObject({
    content: expect.stringMatching(/^1\tx+$/),
    nextLine: 1,
    nextColumn: expect.any(Number),
  });
  const large = { path: join(root, 'large.txt'), startLine: 90_000, maxLines: 1, lineNumbers: true };
  expect(dataOf(await call('read_file', large))).toMatchObject({
    content: '90000\tsome line\n',
    nextLine: 90_001,
  });
});

test('what is binary has no lines', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, { 'a.bin': '\u0000\u0001\u0000\u0000\u0002\n\u0003\u0000\u0007' });
  const read = (lineNumbers: boolean) => call('read_file', { path: join(root, 'a.bin'), lineNumbers });
  expect(dataOf(await read(true))).toMatchObject({ encoding: 'base64' });
  expect(dataOf(await read(true))).toEqual(dataOf(await read(false)));
});
