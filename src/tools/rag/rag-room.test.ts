import { expect, test } from 'vitest';
import { createKnowledgeHost } from '../../../test/support/knowledge.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

const words = (seed: number, count: number): string =>
  Array.from({ length: count }, (_, at) => `word${(seed * 7919 + at * 104_729) % 99_991}`).join(' ');

test('documents that do not fit are refused with a way to get room, alone and many at once', async () => {
  const { call } = createKnowledgeHost({ knowledge: { maxMegabytes: 3 }, permissionLevel: 'full_access' });
  const index = (seed: number) =>
    call('rag_index', { collection: `room-${seed}`, documents: [{ id: 'd', content: words(seed, 60_000) }] });
  const answers = await Promise.all([1, 2, 3, 4].map(index));
  const refused = answers.filter((answer) => answer.kind === 'result' && !answer.ok);
  expect(refused.length).toBeGreaterThan(1);
  expect(refused[0]).toMatchObject({
    error: {
      code: 'TOO_LARGE',
      message: expect.stringMatching(/The knowledge base has \d+ MB of 3 MB/),
      hint: expect.stringContaining('knowledge.maxMegabytes'),
    },
  });
  const kept = answers.findIndex((answer) => answer.kind === 'result' && answer.ok) + 1;
  expect(kept).toBeGreaterThan(0);
  // The advice helps.
  expect(await call('rag_delete_collection', { collection: `room-${kept}` })).toMatchObject({ ok: true });
  expect(await index(5)).toMatchObject({ ok: true });
});

test('a directory that does not fit is not taken in without end', async () => {
  const { call, root } = createKnowledgeHost({
    knowledge: { maxMegabytes: 2 },
    permissionLevel: 'full_access',
  });
  writeFiles(
    root,
    Object.fromEntries([1, 2, 3, 4, 5, 6].map((seed) => [`${seed}.txt`, words(seed, 40_000)])),
  );
  await call('rag_index', { path: '.' });
  const listed = await call('rag_list_collections', {});
  expect(JSON.stringify(listed)).toContain('knowledge base has');
});
