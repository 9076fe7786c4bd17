import { expect, test } from 'vitest';
import * as z from 'zod';
import { createTestGate } from '../../../test/support/gate.ts';
import { defineTool } from '../../core/tool/tool.ts';
import { MOST_MEMBERS } from '../parameters/parameter-names.ts';

const edit = z.strictObject({ oldText: z.string() });
const change = defineTool({
  name: 'change',
  pack: 'ci',
  title: 'Change a text',
  description: 'Changes a text',
  input: z.strictObject({ path: z.string().optional(), edits: z.array(edit).default([]) }),
  output: z.strictObject({ count: z.number() }),
  effects: ['read'],
  risk: 'SAFE',
  run: (_ctx, { edits }) => ({ count: edits.length }),
});

/** The words of a refused call and the processor time it took. */
async function refusal(args: Record<string, unknown>): Promise<{ words: string; ms: number }> {
  const before = process.cpuUsage();
  const answer = await createTestGate([change]).call('change', args);
  const { user } = process.cpuUsage(before);
  if (answer.kind !== 'result' || answer.ok) throw new Error('The call was not refused');
  expect(answer.error.code).toBe('VALIDATION');
  return { words: answer.error.message, ms: user / 1000 };
}

const unknown = (count: number, name = (i: number) => `p${i}`) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [name(i), 0]));

test('a few wrong fields are all named, of many the first', async () => {
  expect((await refusal({ pth: 'a', edits: [{ oldTxt: 'a' }] })).words).toBe(
    'change: "edits.0.oldText" is required (Invalid input: expected string, received undefined); there is no "oldTxt" in edits.0, did you mean "oldText"?; there is no "pth", did you mean "path"?',
  );
  const { words } = await refusal(unknown(1000));
  expect(words).toMatch(/^change: there is no "p0"; .*; there is no "p9"; and 990 more$/);
});

test('a field that is wrong in many places names the first of them', async () => {
  const { words } = await refusal({ edits: Array.from({ length: 500 }, () => ({ oldText: 'a', x: 0 })) });
  expect(words).toMatch(/^change: there is no "x" in edits\.0, .*edits\.9, and 490 more$/);
});

test('a call with more fields and items than any has use for is refused before they are looked at', async () => {
  const calls = [
    unknown(650_000),
    unknown(MOST_MEMBERS - 10),
    { edits: Array.from({ length: 600_000 }, () => 0) },
    { edits: Array.from({ length: 20_000 }, () => ({ x: 0 })) },
    { path: unknown(400_000) },
    unknown(400, (i) => `${i}`.padStart(15_000, 'p')),
  ];
  for (const args of calls) {
    const { words, ms } = await refusal(args);
    expect(words.length).toBeLessThan(5000);
    // A second or two each; what looks at every field for each field takes minutes.
    expect(ms).toBeLessThan(10_000);
  }
  expect((await refusal(unknown(650_000))).words).toBe(
    `change got more than ${MOST_MEMBERS} fields and items`,
  );
});

test('a large call that is right passes', async () => {
  const edits = Array.from({ length: 10_000 }, (_, i) => ({ oldText: `line ${i}` }));
  expect(await createTestGate([change]).call('change', { path: 'a'.repeat(1_000_000), edits })).toMatchObject(
    {
      ok: true,
      data: { count: 10_000 },
    },
  );
});
