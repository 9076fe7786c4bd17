import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertToModelMessages, generateText, isStepCount, type UIMessage } from 'ai';
import { expect, test } from 'vitest';
import { createTestHost } from '../../test/support/host.ts';
import { scriptedModel } from '../../test/support/scripted-model.ts';
import { callerWith } from '../host/agent.ts';
import { aiSdkTools } from './ai-sdk-tools.ts';

function prepare(...tools: readonly string[]) {
  const { host, root } = createTestHost();
  return { root, ...aiSdkTools(host, { caller: callerWith(host.config, 'cli', { cwd: root }), tools }) };
}

test('a stored conversation is shown to the model as it was, also a call that never ended', async () => {
  const made = prepare('read_file', 'list_directory');
  writeFileSync(join(made.root, 'a.txt'), 'text');
  const output = await made.tools.read_file?.execute?.(
    { path: 'a.txt' },
    { toolCallId: 'r1', messages: [], context: {} },
  );
  const part = { type: 'dynamic-tool', state: 'output-available', input: {} } as const;
  const stored: UIMessage[] = JSON.parse(
    JSON.stringify([
      {
        id: 'm',
        role: 'assistant',
        parts: [
          { ...part, toolName: 'read_file', toolCallId: 'r1', output },
          { ...part, toolName: 'list_directory', toolCallId: 's1', output: { progress: { done: 1 } } },
        ],
      },
    ]),
  );
  const messages = await convertToModelMessages(stored, { tools: made.tools });
  const outputs = messages.flatMap(({ role, content }) =>
    role === 'tool' ? content.flatMap((one) => (one.type === 'tool-result' ? [one.output] : [])) : [],
  );
  expect(outputs).toEqual([
    { type: 'text', value: expect.stringContaining('text') },
    { type: 'json', value: { progress: { done: 1 } } },
  ]);
});

test('an image reaches the model as a file', async () => {
  const made = prepare('read_file');
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  writeFileSync(join(made.root, 'dot.png'), png);
  const model = scriptedModel([{ id: 'r1', tool: 'read_file', args: { path: 'dot.png' } }], 'A dot.');
  await generateText({ model, tools: made.tools, prompt: 'Look.', stopWhen: isStepCount(3) });
  const prompt = JSON.stringify(model.doGenerateCalls.at(-1)?.prompt);
  expect(prompt).toContain('"mediaType":"image/png"');
  expect(prompt).toContain(png.toString('base64'));
});
