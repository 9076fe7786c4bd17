import * as z from 'zod';
import { textContent } from '../../core/call/content.ts';
import { defineFixture, NO_ARGUMENTS } from './define-fixture.ts';
import { answersTo, elicit, sample, toForm, toSampledText } from './questions.ts';

export const sampling = defineFixture({
  name: 'test_sampling',
  description: "Puts a prompt to the client's model.",
  input: z.strictObject({ prompt: z.string().describe('For the model') }),
  run: async (ctx, { prompt }) => {
    const { answer } = await answersTo(ctx, { answer: sample(prompt) });
    return [textContent(`LLM response: ${toSampledText(answer)}`)];
  },
});

export const elicitation = defineFixture({
  name: 'test_elicitation',
  description: 'Asks the person at the client for a name and an address.',
  input: z.strictObject({ message: z.string().describe('What the person reads') }),
  run: async (ctx, { message }) => {
    const question = elicit(message, {
      username: { type: 'string', description: "User's response" },
      email: { type: 'string', description: "User's email address" },
    });
    const { answer } = await answersTo(ctx, { answer: question });
    const { action, content } = toForm(answer);
    return [textContent(`User response: action: ${action}, content: ${JSON.stringify(content ?? {})}`)];
  },
});

export const elicitationDefaults = defineFixture({
  name: 'test_elicitation_sep1034_defaults',
  description: 'Asks with a default for each kind of field.',
  input: NO_ARGUMENTS,
  run: async (ctx) => {
    const fields = {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    };
    const { answer } = await answersTo(ctx, { answer: elicit('Check the defaults', fields, []) });
    return [textContent(completed(answer))];
  },
});

export const elicitationEnums = defineFixture({
  name: 'test_elicitation_sep1330_enums',
  description: 'Asks with each kind of choice.',
  input: NO_ARGUMENTS,
  run: async (ctx) => {
    const options = ['option1', 'option2', 'option3'];
    const titled = [
      { const: 'value1', title: 'First' },
      { const: 'value2', title: 'Second' },
      { const: 'value3', title: 'Third' },
    ];
    const fields = {
      untitledSingle: { type: 'string', enum: options },
      titledSingle: { type: 'string', oneOf: titled },
      legacyEnum: {
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
      titledMulti: { type: 'array', items: { anyOf: titled } },
    };
    const { answer } = await answersTo(ctx, { answer: elicit('Choose', fields, []) });
    return [textContent(completed(answer))];
  },
});

export const missingCapability = defineFixture({
  name: 'test_missing_capability',
  description: "Needs the client's model; a client without one must be told so, and nothing may run.",
  input: NO_ARGUMENTS,
  run: async (ctx) => {
    const { answer } = await answersTo(ctx, { answer: sample('Say something') });
    return [textContent(toSampledText(answer))];
  },
});

export const streamingElicitation = defineFixture({
  name: 'test_streaming_elicitation',
  description: 'Reports progress, then asks; the question must come as a result, never as a request of ours.',
  input: NO_ARGUMENTS,
  run: async (ctx) => {
    ctx.progress(1, 2);
    const { answer } = await answersTo(ctx, { answer: elicit('Go on?', { ok: { type: 'boolean' } }) });
    return [textContent(completed(answer))];
  },
});

const completed = (answer: unknown): string => {
  const { action, content } = toForm(answer);
  return `Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`;
};
