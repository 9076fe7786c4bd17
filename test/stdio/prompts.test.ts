import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AGENTS } from '../support/agents.ts';
import { temporaryDirectory } from '../support/program.ts';

describe.each(AGENTS)('prompts, $name, $way', ({ way, connect }) => {
  test('prompts are listed with their arguments and filled in', async () => {
    const { client } = await connect(way);
    const { prompts } = await client.listPrompts();
    expect(prompts.find(({ name }) => name === 'test_prompt_with_arguments')).toMatchObject({
      arguments: [
        { name: 'arg1', description: 'First test argument', required: true },
        { name: 'arg2', description: 'Second test argument', required: true },
      ],
    });
    const name = 'test_prompt_with_arguments';
    expect(await client.getPrompt({ name, arguments: { arg1: 'x', arg2: 'y' } })).toMatchObject({
      messages: [
        { role: 'user', content: { type: 'text', text: "Prompt with arguments: arg1='x', arg2='y'" } },
      ],
    });
    await expect(client.getPrompt({ name, arguments: { arg1: 'x' } })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('needs "arg2"'),
    });
    await expect(
      client.getPrompt({ name, arguments: { arg1: 'x', arg2: 'y', arg3: 'z' } }),
    ).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(`The prompt ${name} has no argument "arg3"; it takes arg1, arg2`),
    });
    expect(await client.getPrompt({ name: 'onboard_project' })).toMatchObject({
      messages: expect.arrayContaining([
        {
          role: 'user',
          content: {
            type: 'text',
            text: expect.stringMatching(/^Get to know the project in the current directory\. /),
          },
        },
      ]),
    });
    await expect(client.getPrompt({ name: 'none' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('There is no prompt "none"'),
    });
  });

  test('arguments are completed, with directories only where they are open', async () => {
    const root = temporaryDirectory();
    for (const name of ['alpha', 'alpine', 'beta']) mkdirSync(join(root, name));
    const { client } = await connect(way, { root });
    const complete = async (prompt: string, name: string, value: string) =>
      (await client.complete({ ref: { type: 'ref/prompt', name: prompt }, argument: { name, value } }))
        .completion;
    expect(await complete('test_prompt_with_arguments', 'arg1', 'testV')).toEqual({
      values: ['testValue1', 'testValue2'],
      total: 2,
      hasMore: false,
    });
    expect(await complete('onboard_project', 'projectPath', join(root, 'al'))).toEqual({
      values: [join(root, 'alpha'), join(root, 'alpine')],
      total: 2,
      hasMore: false,
    });
    const none = { values: [], total: 0, hasMore: false };
    expect(await complete('onboard_project', 'projectPath', '/etc/a')).toEqual(none);
    expect(await complete('onboard_project', 'noSuchArgument', '')).toEqual(none);
  });

  test('the record of a failed call can be put into a prompt', async () => {
    const { client, callTool } = await connect(way);
    await callTool('greet');
    const ref = { type: 'ref/prompt' as const, name: 'explain_failed_run' };
    const { completion } = await client.complete({ ref, argument: { name: 'entry', value: '' } });
    expect(completion.values).toEqual(['1']);
    const { messages } = await client.getPrompt({ name: ref.name, arguments: { entry: '1' } });
    expect(messages).toMatchObject([
      { role: 'user', content: { type: 'text', text: expect.stringContaining('A call failed') } },
      { role: 'user', content: { type: 'text', text: expect.stringContaining('\\"name\\" is required') } },
    ]);
    for (const [entry, why] of [
      ['99999', 'There is no audit entry 99999'],
      ['x', '"entry" is "x"; it must be the number of an entry'],
      ['-1', '"entry" is "-1"; it must be the number of an entry'],
    ] as const)
      await expect(client.getPrompt({ name: ref.name, arguments: { entry } })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(`The prompt explain_failed_run: ${why}`),
      });
  });
});
