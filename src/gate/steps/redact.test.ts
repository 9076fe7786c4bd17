import { expect, test } from 'vitest';
import * as z from 'zod';
import { createTestGate } from '../../../test/support/gate.ts';
import { type Content, textContent } from '../../core/call/content.ts';
import { MASK } from '../../core/text/mask.ts';
import { defineTool } from '../../core/tool/tool.ts';

const output = z.strictObject({ content: z.string(), password: z.string().optional() });

/** A tool that answers with this, and shows its content. */
const show = (answer: z.output<typeof output>) =>
  createTestGate([
    defineTool({
      name: 'show',
      pack: 'ci',
      title: 'Show a text',
      description: 'Shows a text',
      input: z.strictObject({}),
      output,
      effects: ['read'],
      risk: 'SAFE',
      run: () => answer,
      toContent: ({ content }): Content[] => [textContent(content)],
    }),
  ]).call('show', {});

const note = (what: string) => textContent(`Toolgate masked ${what} here; do not write the masks back.`);

test('a result with secrets says after its content how many were masked', async () => {
  const file = (first: string, second: string) =>
    `DB_PASSWORD=${first}\nDB_HOST=db.internal\nDEPLOY_TOKEN=${second}\n${'# a comment\n'.repeat(30)}`;
  const masked = file(MASK, MASK);
  expect(await show({ content: file('Tr0ub4dor&3xyz', 'Zk9qLw2Xc8Vb4Nm6Qa1S') })).toMatchObject({
    data: { content: masked },
    content: [textContent(masked), note('2 secrets')],
  });
});

test('a secret that only the data shows is counted too', async () => {
  expect(await show({ content: 'nothing', password: 'Tr0ub4dor&3xyz' })).toMatchObject({
    data: { content: 'nothing', password: MASK },
    content: [textContent('nothing'), note('a secret')],
  });
});

test('a result without secrets, or with masks of its own, stays as it is', async () => {
  const content = `prints ${MASK} instead of a password`;
  expect(await show({ content })).toMatchObject({ data: { content }, content: [textContent(content)] });
});

test('what is too long is cut after its secrets are masked, never in the middle of one', async () => {
  const token = `ghp_${'Ab3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5'}`;
  // The cut falls somewhere into this, wherever exactly it is made.
  const answer = await show({ content: `${token} `.repeat(8000) });
  const shown = JSON.stringify(answer.kind === 'result' && answer.ok ? answer.content : answer);
  expect(shown).toContain('bytes left out');
  expect(shown).not.toContain(token.slice(0, 12));
});

test('a secret that is given as the name of a tool is masked in the log and in the record', async () => {
  const gate = createTestGate([]);
  const token = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6'}`;
  await gate.call(token, {});
  expect(gate.log.join('')).toContain(MASK);
  expect(gate.log.join('') + JSON.stringify(gate.entries())).not.toContain(token);
});
