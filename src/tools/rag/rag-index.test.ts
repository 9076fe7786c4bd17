import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createKnowledgeHost } from '../../../test/support/knowledge.ts';
import { docxWith, pdfWith } from '../../../test/support/office-files.ts';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { codeOf } from '../../../test/support/repository.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

const PROJECT = {
  'src/read-lines.ts':
    "import { readFileSync } from 'node:fs';\n\n/** Lines of a file. */\nexport function readLines(path: string): string[] {\n  return readFileSync(path, 'utf8').split('\\n');\n}\n",
  'src/send-mail.ts':
    'export class Mailer {\n  send(to: string, text: string): void {\n    this.queue.push({ to, text });\n  }\n}\n',
  'docs/guide.md':
    '# Guide\n\n## Baking bread\n\nLet the dough rest over night.\n\n## Tides\n\nThe moon pulls the oceans.\n',
  'page.html':
    '<html><head><title>Volcanoes</title><script>var x = 1</script></head><body><h1>Lava</h1><p>Molten rock flows.</p></body></html>',
};

type Result = {
  id: string;
  path?: string;
  startLine: number;
  endLine: number;
  content: string;
  metadata: object;
};

test('a directory is found by meaning, name and definition, with the lines to read', async () => {
  const { data, index, root } = createKnowledgeHost();
  writeFiles(root, {
    ...PROJECT,
    'paper.pdf': pdfWith('Photosynthesis turns light into sugar.'),
    'letter.docx': docxWith(['Dear Sir', 'The invoice is overdue.']),
  });
  const done = await index({ path: '.', metadata: { project: 'demo' } });
  expect(done).toEqual({
    collection: 'default',
    path: root,
    indexed: 6,
    unchanged: 0,
    removed: 0,
    state: 'done',
    skipped: {},
    failed: [],
    vectors: { done: expect.any(Number), total: 6 },
  });
  const best = async (query: string): Promise<Result | undefined> =>
    ((await data('rag_query', { query, topK: 1 })) as { results: Result[] }).results[0];
  expect(await best('readLines')).toMatchObject({
    id: join(root, 'src/read-lines.ts'),
    path: 'src/read-lines.ts',
    startLine: 1,
    endLine: 6,
    metadata: { language: 'typescript', project: 'demo' },
  });
  expect(await best('how are emails delivered')).toMatchObject({ path: 'src/send-mail.ts' });
  expect(await best('making a loaf')).toMatchObject({
    path: 'docs/guide.md',
    content: expect.stringContaining('dough'),
  });
  expect(await best('eruption of magma')).toMatchObject({
    path: 'page.html',
    metadata: { title: 'Volcanoes' },
  });
  expect(await best('plants and sunlight')).toMatchObject({ path: 'paper.pdf' });
  expect(await best('unpaid bill')).toMatchObject({ path: 'letter.docx' });
});

test('what is ignored, secret, binary, too large, empty or unreadable is counted, and the rest is indexed', async () => {
  const { data, ids, root } = createKnowledgeHost({ knowledge: { maxFileBytes: 1_000_000 } });
  writeFiles(root, {
    ...PROJECT,
    '.gitignore': 'ignored/\n',
    'ignored/hidden.md': 'zebra',
    'node_modules/x/index.js': 'zebra',
    '.env': 'KEY=zebra',
    id_rsa: 'zebra',
    'empty.txt': '',
    'package-lock.json': '{"zebra": 1}',
    'latin.txt': Buffer.from('Gr\xfc\xdfe aus Z\xfcrich, zwei Zeilen lang', 'latin1'),
    'torn.md': Buffer.concat([
      Buffer.from('a torn text about walruses '),
      Buffer.from([0xff, 0xfe, 0x80]),
      Buffer.from(' end'),
    ]),
    'picture.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 0, 0]),
    'scan.pdf': pdfWith(''),
    'broken.pdf': '%PDF-1.7 broken',
    'broken.docx': 'PK no zip',
    'huge.log': '',
  });
  truncateSync(join(root, 'huge.log'), 209_715_200);
  const outside = temporaryDirectory();
  writeFileSync(join(outside, 'secret.md'), 'zebra');
  symlinkSync(join(outside, 'secret.md'), join(root, 'link.md'));
  chmodSync(join(root, 'docs/guide.md'), 0);
  const done = await data('rag_index', { path: root });
  const isRoot = process.geteuid?.() === 0;
  expect(done).toMatchObject({
    state: 'done',
    skipped: {
      secret: 2,
      generated: 1,
      binary: 1,
      empty: 1,
      tooLarge: 1,
      noText: 1,
      unreadable: isRoot ? 2 : 3,
    },
  });
  const reasons = Object.fromEntries(
    (done.failed as { name: string; reason: string }[]).map(({ name, reason }) => [
      name.slice(root.length + 1),
      reason,
    ]),
  );
  expect(reasons).toMatchObject({
    'huge.log': 'It has 209715200 bytes',
    'scan.pdf': 'The PDF has no text; it may be scanned pictures',
    'broken.pdf': expect.stringContaining('The PDF cannot be read'),
    'broken.docx': expect.stringContaining('The Word document cannot be read'),
  });
  // A later look reads none of them again and still says what is left out; what cannot be read is tried again.
  const again = await data('rag_index', { path: root });
  expect(again).toMatchObject({ indexed: 0, skipped: done.skipped as object });
  expect(again.failed).toEqual(expect.arrayContaining(done.failed as object[]));
  expect(await ids('zebra', { topK: 50 })).not.toContain(join(root, '.env'));
  const { results } = (await data('rag_query', { query: 'zebra', topK: 50 })) as { results: Result[] };
  expect(results.filter(({ content }) => content.includes('zebra'))).toEqual([]);
  expect((await ids('walruses', { topK: 1 }))[0]).toBe(join(root, 'torn.md'));
  expect((await ids('Zürich', { topK: 1 }))[0]).toBe(join(root, 'latin.txt'));
});

test('a file that was too large is read when the limit is raised', async () => {
  const [dataDir, keys] = [temporaryDirectory(), temporaryDirectory()];
  const small = createKnowledgeHost({ knowledge: { maxFileBytes: 100 } }, { dataDir, keys });
  writeFiles(small.root, { 'long.md': `${'Quokkas smile. '.repeat(20)}\n` });
  expect(await small.data('rag_index', { path: small.root })).toMatchObject({ skipped: { tooLarge: 1 } });
  await small.host.close();
  const large = createKnowledgeHost({}, { dataDir, keys, root: small.root });
  expect(await large.data('rag_index', { path: small.root })).toMatchObject({ indexed: 1, skipped: {} });
});

test('a second look reads what changed, forgets what is gone, and moved text keeps its vector', async () => {
  const { data, ids, root } = createKnowledgeHost();
  writeFiles(root, PROJECT);
  await data('rag_index', { path: '.' });
  expect(await data('rag_index', { path: '.' })).toMatchObject({ indexed: 0, unchanged: 4, removed: 0 });
  renameSync(join(root, 'docs/guide.md'), join(root, 'docs/moved.md'));
  rmSync(join(root, 'page.html'));
  await data('rag_index', { path: '.' });
  expect(await ids('dough', { topK: 9 })).toContain(join(root, 'docs/moved.md'));
  expect(await ids('lava', { topK: 9 })).not.toContain(join(root, 'page.html'));
});

test('an edited, a new and a deleted file show up by themselves', async () => {
  const { data, ids, root } = createKnowledgeHost();
  writeFiles(root, PROJECT);
  await data('rag_index', { path: '.' });
  writeFiles(root, {
    'docs/guide.md': '# Guide\n\nXylophones are made of wood.\n',
    'new/deep/file.md': 'Quokkas smile.',
  });
  rmSync(join(root, 'src/send-mail.ts'));
  await expect
    .poll(() => ids('xylophones', { topK: 1 }), { timeout: 5000 })
    .toEqual([join(root, 'docs/guide.md')]);
  await expect
    .poll(() => ids('quokkas', { topK: 1 }), { timeout: 5000 })
    .toEqual([join(root, 'new/deep/file.md')]);
  await expect
    .poll(() => ids('Mailer', { topK: 9 }), { timeout: 5000 })
    .not.toContain(join(root, 'src/send-mail.ts'));
});

test('a path outside the roots, a missing one, a secret and a device are refused', async () => {
  const { call, data, root } = createKnowledgeHost();
  const outside = temporaryDirectory();
  writeFiles(outside, { 'a.md': 'outside' });
  writeFiles(root, { '.env': 'KEY=value' });
  symlinkSync(outside, join(root, 'link'));
  mkdirSync(join(root, 'pipes'));
  execFileSync('mkfifo', [join(root, 'pipes/pipe')]);
  expect(codeOf(await call('rag_index', { path: outside }))).toBe('OUTSIDE_ROOT');
  expect(codeOf(await call('rag_index', { path: 'link' }))).toBe('OUTSIDE_ROOT');
  expect(codeOf(await call('rag_index', { path: 'missing' }))).toBe('NOT_FOUND');
  expect(codeOf(await call('rag_index', { path: 'pipes/pipe' }))).toBe('VALIDATION');
  expect(codeOf(await call('rag_index', { path: '.env' }))).not.toBe(undefined);
  expect(await data('rag_index', { path: 'pipes' })).toMatchObject({ indexed: 0 });
});
