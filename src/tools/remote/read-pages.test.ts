import { join } from 'node:path';
import { expect, test } from 'vitest';
import { remoteFolders } from '../../../test/support/ssh/folders.ts';
import { createRemoteHost, sharedSshd } from '../../../test/support/ssh/remote-host.ts';

const sshd = await sharedSshd();
const { folder } = remoteFolders();
const BUDGET = 46_080;
const fullAccess = { settings: { permissionLevel: 'full_access' } };

/** All pages of a file, one call after the other, as a model goes on. */
async function pagesOf(path: string, more: object = {}) {
  const { approved } = createRemoteHost(sshd, fullAccess);
  const pages: { content: string; text: string | undefined; truncated: boolean }[] = [];
  for (let offset: unknown; pages.length < 50; ) {
    const args = { path, ...more, ...(offset !== undefined && { offset }) };
    const { data, text, code } = await approved.call('acp_remote_read_file', args);
    if (code !== undefined) throw new Error(code);
    pages.push({ content: String(data.content), text, truncated: data.truncated === true });
    offset = data.nextOffset;
    if (offset === undefined) return pages;
  }
  throw new Error('It never ends');
}

test('a long file comes in pages of whole lines, none of them cut in the middle', async () => {
  const lines = Array.from({ length: 60_000 }, (_, i) => `${i + 1}\n`).join('');
  const path = join(folder({ 'lines.txt': lines }), 'lines.txt');
  const pages = await pagesOf(path);
  expect(pages.map(({ content }) => content).join('')).toBe(lines);
  expect(pages).toHaveLength(8);
  expect(pages.map(({ truncated }) => truncated)).toEqual([...Array(7).fill(true), false]);
  for (const { content, text } of pages) {
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(BUDGET);
    expect(content.endsWith('\n')).toBe(true);
    expect(text).toBe(content);
  }
  const { host, caller, approved } = createRemoteHost(sshd, fullAccess);
  await approved.call('acp_remote_read_file', { path });
  const answer = await host.call({ tool: 'acp_remote_read_file', args: { path }, caller });
  expect(answer.kind === 'result' && answer.ok && answer.content[1]).toMatchObject({
    text: `[348894 bytes in all; go on with offset ${answer.kind === 'result' && answer.ok && answer.data.nextOffset}]`,
  });
});

test('one long line comes in pages of whole characters', async () => {
  const path = folder({ 'long.txt': 'ä€😀'.repeat(20_000), 'latin.txt': 'ä'.repeat(40_000) });
  const pages = await pagesOf(join(path, 'long.txt'));
  expect(pages.map(({ content }) => content).join('')).toBe('ä€😀'.repeat(20_000));
  const latin = await pagesOf(join(path, 'latin.txt'), { encoding: 'ascii' });
  expect(latin.map(({ content }) => content).join('')).toBe('Ã¤'.repeat(40_000));
  for (const { content } of [...pages, ...latin])
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(BUDGET);
});

test('parts of any length are whole characters, and lose none when they are read one after the other', async () => {
  const text = 'aä€😀\nb'.repeat(8);
  const path = join(folder({ 'parts.txt': text }), 'parts.txt');
  for (const length of [4, 5, 6, 7]) {
    const pages = await pagesOf(path, { length });
    expect(pages.map(({ content }) => content).join('')).toBe(text);
  }
});

test('a file above maxSize is refused whole, and read on from anywhere', async () => {
  const path = join(folder({ 'large.txt': 'a line\n'.repeat(200_000) }), 'large.txt');
  const { approved } = createRemoteHost(sshd, fullAccess);
  expect(await approved.call('acp_remote_read_file', { path })).toMatchObject({ code: 'TOO_LARGE' });
  const { data } = await approved.call('acp_remote_read_file', { path, offset: 7000 });
  expect(data).toMatchObject({ truncated: true, size: 1_400_000 });
  expect(data.nextOffset).toBe(7000 + String(data.content).length);
});

test('a secret that lies across two parts is masked in both', async () => {
  const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
  const before = `${'x'.repeat(45_990)} token `;
  const path = join(folder({ 'log.txt': `${before}${token} end\n${'y'.repeat(50_000)}` }), 'log.txt');
  const shown = (await pagesOf(path)).map(({ content }) => content).join('');
  expect(shown).not.toMatch(/a1B2c3D4|e5F6g7H8|i9J0/);
  const { approved } = createRemoteHost(sshd, fullAccess);
  for (const from of [4, 12, 20]) {
    const part = { path, offset: before.length + from, length: 12 };
    const { data } = await approved.call('acp_remote_read_file', part);
    expect(token).not.toContain(data.content);
  }
});

test('what a batch reads fits into one answer, page by page', async () => {
  const text = 'one more line\n'.repeat(4000);
  const path = folder({ a: text, b: text, c: 'short\n' });
  const { approved } = createRemoteHost(sshd, fullAccess);
  const operations = ['a', 'b', 'c'].map((name) => ({ op: 'read', path: join(path, name) }));
  const done = await approved.call('acp_remote_batch', { operations });
  expect(done.text).not.toMatch(/left out/);
  expect(done.text).toMatch(
    /^== read .*\/a\none more line\n[\s\S]*\[56000 bytes in all; acp_remote_read_file goes on with offset \d+\]\n== read .*\/b\n[\s\S]*\n== read .*\/c\nshort\n$/,
  );
});
