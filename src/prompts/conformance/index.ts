import * as z from 'zod';
import { textContent } from '../../core/call/content.ts';
import type { InputRequests } from '../../core/call/input.ts';
import { definePrompt, type Prompt, type PromptMessage } from '../../core/tool/prompt.ts';

const fromUser = (content: PromptMessage['content']): PromptMessage => ({ role: 'user', content });

const simple = definePrompt({
  name: 'test_simple_prompt',
  pack: 'conformance',
  title: 'test_simple_prompt',
  description: 'A text.',
  arguments: {},
  render: () => [fromUser(textContent('This is a simple prompt for testing.'))],
});

const beginningLike = (typed: string): string[] =>
  ['test', 'testValue1', 'testValue2'].filter((value) => value.startsWith(typed));

const withArguments = definePrompt({
  name: 'test_prompt_with_arguments',
  pack: 'conformance',
  title: 'test_prompt_with_arguments',
  description: 'A text with two arguments in it.',
  arguments: {
    arg1: { description: 'First test argument', required: true, complete: beginningLike },
    arg2: { description: 'Second test argument', required: true },
  },
  render: ({ arg1, arg2 }) => [
    fromUser(textContent(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  ],
});

const withEmbeddedResource = definePrompt({
  name: 'test_prompt_with_embedded_resource',
  pack: 'conformance',
  title: 'test_prompt_with_embedded_resource',
  description: 'A resource and a text.',
  arguments: { resourceUri: { description: 'URI of the resource to embed', required: true } },
  render: ({ resourceUri = '' }) => [
    fromUser({
      type: 'resource',
      resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
    }),
    fromUser(textContent('Please process the embedded resource above.')),
  ],
});

const withImage = definePrompt({
  name: 'test_prompt_with_image',
  pack: 'conformance',
  title: 'test_prompt_with_image',
  description: 'An image of one red pixel and a text.',
  arguments: {},
  render: () => [
    fromUser({
      type: 'image',
      mimeType: 'image/png',
      data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC',
    }),
    fromUser(textContent('Please analyze the image above.')),
  ],
});

const QUESTIONS: InputRequests = {
  user_context: {
    method: 'elicitation/create',
    params: {
      message: 'What context should the prompt use?',
      requestedSchema: { type: 'object', properties: { context: { type: 'string' } }, required: ['context'] },
    },
  },
};
const accepted = z.looseObject({
  action: z.literal('accept'),
  content: z.looseObject({ context: z.string() }),
});

const withQuestion = definePrompt({
  name: 'test_input_required_result_prompt',
  pack: 'conformance',
  title: 'test_input_required_result_prompt',
  description: 'A text with what the person answered in it.',
  arguments: {},
  render: async (_args, ctx) => {
    const given = accepted.safeParse(ctx.input?.responses.user_context);
    const { content } = given.success ? given.data : accepted.parse((await ctx.ask(QUESTIONS)).user_context);
    return [fromUser(textContent(`Use this context: ${content.context}`))];
  },
});

export const conformancePrompts: readonly Prompt[] = [
  simple,
  withArguments,
  withEmbeddedResource,
  withImage,
  withQuestion,
];
