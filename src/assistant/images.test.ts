import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createAssistantHost } from '../../test/support/assistant-host.ts';
import { serveModel } from '../../test/support/model-server.ts';

const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test.each([
  { provider: 'openai', env: { OPENAI_API_KEY: 'sk-test-openai-0123456789' }, sees: true },
  { provider: 'anthropic', env: { ANTHROPIC_API_KEY: 'sk-ant-test-0123456789' }, sees: true },
  { provider: 'google', env: { GEMINI_API_KEY: 'AIza-test-0123456789' }, sees: true },
  // Its results of tools are texts only: a picture would arrive as a hundred lines of letters.
  { provider: 'compatible', env: {}, sees: false },
])(
  'a picture that a tool read reaches the model of $provider as one: $sees',
  async ({ provider, env, sees }) => {
    const server = await serveModel(({ n }) =>
      n === 0 ? { calls: [{ name: 'read_file', args: { path: 'dot.png' } }] } : { text: 'A dot.' },
    );
    const chat = await createAssistantHost(
      { provider, url: `${server.origin}/v1`, model: 'm' },
      { hostEnv: env },
    );
    writeFileSync(join(chat.root, 'dot.png'), Buffer.from(DOT, 'base64'));
    const id = await chat.say('What is in the picture?');
    const done = await chat.until(id, 'idle');
    expect(server.requests[1]?.text.includes(DOT)).toBe(sees);
    // Pages and lists show the words for it.
    expect(JSON.stringify(done)).not.toContain(DOT);
    // It is kept for the next turn.
    await chat.say('And again?', id);
    await chat.until(id, 'idle');
    expect(server.requests.at(-1)?.text.includes(DOT)).toBe(sees);
  },
);
