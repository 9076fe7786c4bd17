import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createKnowledgeHost, type KnowledgeHost } from '../../../test/support/knowledge.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

const soon = (host: KnowledgeHost, query: string, files: readonly string[]): Promise<void> =>
  expect
    .poll(() => host.ids(query, { topK: 9 }).then((ids) => ids.sort()), { timeout: 5000 })
    .toEqual(files.map((file) => join(host.root, file)).sort());

/** Until what was changed before was looked at: it is seen together with a file that is new. */
async function looked(host: KnowledgeHost): Promise<void> {
  writeFiles(host.root, { 'docs/mark.md': 'A zebra.' });
  await expect
    .poll(() => host.ids('zebra', { topK: 1 }), { timeout: 5000 })
    .toEqual([join(host.root, 'docs/mark.md')]);
  rmSync(join(host.root, 'docs/mark.md'));
}

async function followedDocs(): Promise<KnowledgeHost> {
  const host = createKnowledgeHost();
  writeFiles(host.root, { 'docs/one.md': 'Penguins swim.', 'docs/sub/two.md': 'Penguins march.' });
  await host.data('rag_index', { path: 'docs' });
  return host;
}

test('a file in a directory that was made empty is found', async () => {
  const host = await followedDocs();
  mkdirSync(join(host.root, 'docs/new/deep'), { recursive: true });
  await looked(host);
  writeFiles(host.root, { 'docs/new/deep/three.md': 'Penguins dive.' });
  await soon(host, 'penguins', ['docs/one.md', 'docs/sub/two.md', 'docs/new/deep/three.md']);
});

test('what is put into a directory that took the place of another one is found', async () => {
  const host = await followedDocs();
  rmSync(join(host.root, 'docs/sub'), { recursive: true });
  writeFiles(host.root, { 'docs/sub/two.md': 'Penguins return.' });
  await looked(host);
  writeFiles(host.root, { 'docs/sub/four.md': 'Penguins rest.' });
  await soon(host, 'penguins', ['docs/one.md', 'docs/sub/two.md', 'docs/sub/four.md']);
});

test('a directory that is moved away is gone, with all in it, and comes back with its name', async () => {
  const host = await followedDocs();
  renameSync(join(host.root, 'docs/sub'), join(host.root, 'elsewhere'));
  await soon(host, 'penguins', ['docs/one.md']);
  renameSync(join(host.root, 'docs'), join(host.root, 'away'));
  await soon(host, 'penguins', []);
  renameSync(join(host.root, 'away'), join(host.root, 'docs'));
  await soon(host, 'penguins', ['docs/one.md']);
  writeFiles(host.root, { 'docs/five.md': 'Penguins sing.' });
  await soon(host, 'penguins', ['docs/one.md', 'docs/five.md']);
});

test('an indexed directory that is deleted and made anew is followed again', async () => {
  const host = await followedDocs();
  rmSync(join(host.root, 'docs'), { recursive: true });
  await soon(host, 'penguins', []);
  mkdirSync(join(host.root, 'docs'));
  await looked(host);
  writeFiles(host.root, { 'docs/six.md': 'Penguins hatch.' });
  await soon(host, 'penguins', ['docs/six.md']);
});

test('a file that is indexed is not replaced by a document of its name', async () => {
  const host = await followedDocs();
  const id = join(host.root, 'docs/one.md');
  expect(await host.call('rag_update', { id, document: { content: 'Seals bark.' } })).toMatchObject({
    ok: false,
    error: { code: 'VALIDATION', message: expect.stringContaining('It is a file that is indexed here') },
  });
  await soon(host, 'penguins', ['docs/one.md', 'docs/sub/two.md']);
  const other = join(host.root, 'docs/none.md');
  expect(await host.data('rag_update', { id: other, document: { content: 'Seals bark.' } })).toMatchObject({
    id: other,
  });
});
