import { expect, test } from 'vitest';
import { blocksOf } from '../../page/screens/assistant/markdown/blocks.ts';

test('a long answer of many short blocks is read once, and its end is shown as it is', () => {
  const started = performance.now();
  const blocks = blocksOf('x\n>\n'.repeat(25_000));
  expect(performance.now() - started).toBeLessThan(1000);
  expect(blocks).toHaveLength(2001);
  expect(blocks.at(-1)).toMatchObject({ kind: 'code', text: expect.stringMatching(/^x\n>\n/) });
});
