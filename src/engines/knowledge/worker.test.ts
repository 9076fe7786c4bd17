import { expect, onTestFinished, test } from 'vitest';
import type { ReadingQuestion } from './reading-thread.ts';
import { createThread } from './worker.ts';

const cut = (id: string, text: string): ReadingQuestion => ({
  act: 'cut',
  id,
  text,
  metadata: {},
  embedder: 'none',
});

test('a text that takes too long is given up; those behind it are answered', {
  timeout: 30_000,
}, async () => {
  const thread = createThread<ReadingQuestion, unknown>('reading-thread', '', { longestMs: 2_000 });
  onTestFinished(() => thread.close());
  await expect(thread.ask(cut('first', 'A first text.'))).resolves.toMatchObject({ id: 'first' });
  // Ten seconds of work.
  const slow = thread.ask(cut('slow', '# h\n'.repeat(6_000_000)));
  const others = ['b', 'c', 'd'].map((id) => thread.ask(cut(id, `The text of ${id}.`)));
  await expect(slow).rejects.toMatchObject({ code: 'TOO_LARGE' });
  await expect(Promise.all(others)).resolves.toMatchObject([{ id: 'b' }, { id: 'c' }, { id: 'd' }]);
});
