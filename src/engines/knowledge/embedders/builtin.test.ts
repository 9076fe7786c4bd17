import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createBuiltinEmbedder } from './builtin.ts';

const ASSETS = join(import.meta.dirname, '../../../../dist/knowledge');
const PASSAGE = 'The host owns its directory and lets running calls finish before it leaves. '.repeat(30);

test('a query does not wait for the passage that is being worked on', { timeout: 60_000 }, async () => {
  const embedder = createBuiltinEmbedder(ASSETS);
  onTestFinished(() => embedder.close());
  const { signal } = new AbortController();
  let passages = 0;
  const ask = async (): Promise<number> => {
    const before = passages;
    const [vector] = await embedder.embed(['how are calls ended'], 'query', signal);
    expect(vector?.length).toBe(384);
    return passages - before;
  };
  const work = Array.from({ length: 24 }, () =>
    embedder.embed([PASSAGE], 'passage', signal).then(() => passages++),
  );
  // Behind a passage there would be at least one more each time.
  const meanwhile = [await ask()];
  while (meanwhile.at(-1) !== 0 && passages < 20) meanwhile.push(await ask());
  expect(meanwhile).toContain(0);
  await Promise.all(work);
  expect(passages).toBe(24);
});
