import * as z from 'zod';
import { textContent } from '../../core/call/content.ts';
import type { InputRequests } from '../../core/call/input.ts';
import { ToolError } from '../../core/errors.ts';
import { defineFixture, NO_ARGUMENTS } from './define-fixture.ts';
import { answersTo, elicit, listRoots, sample, toForm, toRootUris, toSampledText } from './questions.ts';

const askName = elicit('What is your name?', { name: { type: 'string' } });
const askOk = elicit('Please confirm', { ok: { type: 'boolean' } });

export const elicitationRound = defineFixture({
  name: 'test_input_required_result_elicitation',
  description: 'Ends its first round with a question to the person.',
  input: NO_ARGUMENTS,
  run: async (ctx) => {
    const answers = await answersTo(ctx, { user_name: askName });
    return [textContent(`Hello, ${toForm(answers.user_name).content?.name}!`)];
  },
});

export const samplingRound = defineFixture({
  name: 'test_input_required_result_sampling',
  description: "Ends its first round with a question to the client's model.",
  input: NO_ARGUMENTS,
  run: async (ctx) => {
    const answers = await answersTo(ctx, { capital_question: sample('What is the capital of France?') });
    return [textContent(toSampledText(answers.capital_question))];
  },
});

export const listRootsRound = defineFixture({
  name: 'test_input_required_result_list_roots',
  description: "Ends its first round with a question for the client's roots.",
  input: NO_ARGUMENTS,
  run: async (ctx) => {
    const answers = await answersTo(ctx, { client_roots: listRoots });
    return [textContent(`Roots: ${toRootUris(answers.client_roots).join(', ')}`)];
  },
});

export const multipleInputs = defineFixture({
  name: 'test_input_required_result_multiple_inputs',
  description: 'Asks the person, the model and for the roots in one round.',
  input: NO_ARGUMENTS,
  run: async (ctx) => {
    const requests = {
      user_name: askName,
      greeting: sample('Generate a greeting', 50),
      client_roots: listRoots,
    };
    const answers = await answersTo(ctx, requests, { asked: Object.keys(requests) });
    const { name } = toForm(answers.user_name).content ?? {};
    const roots = toRootUris(answers.client_roots).join(', ');
    return [textContent(`${toSampledText(answers.greeting)} ${name}, at ${roots}`)];
  },
});

export const requestState = defineFixture({
  name: 'test_input_required_result_request_state',
  description: 'Leaves a state with the client and wants it back.',
  input: NO_ARGUMENTS,
  run: async (ctx) => {
    await answersTo(ctx, { confirm: askOk }, { round: 1 });
    expectRound(ctx.input?.state, 1);
    return [textContent('state-ok')];
  },
});

export const tamperedState = defineFixture({
  name: 'test_input_required_result_tampered_state',
  description: 'Leaves a state with the client; a changed one must be refused before this code runs.',
  input: NO_ARGUMENTS,
  run: async (ctx) => {
    await answersTo(ctx, { confirm: askOk }, { round: 1 });
    expectRound(ctx.input?.state, 1);
    return [textContent('The state came back as it was')];
  },
});

const askColor = elicit('Step 2: What is your favorite color?', { color: { type: 'string' } });
const askNameFirst = elicit('Step 1: What is your name?', { name: { type: 'string' } });
const secondRound = z.strictObject({ round: z.literal(2), name: z.unknown() });

export const multiRound = defineFixture({
  name: 'test_input_required_result_multi_round',
  description: 'Asks twice, one round each; the first answer comes back in the state.',
  input: NO_ARGUMENTS,
  run: async (ctx) => {
    const earlier = secondRound.safeParse(ctx.input?.state);
    const name = earlier.success
      ? earlier.data.name
      : toForm((await answersTo(ctx, { step1: askNameFirst }, { round: 1 })).step1).content?.name;
    const { step2 } = await answersTo(ctx, { step2: askColor }, { round: 2, name });
    return [textContent(`${name} likes ${toForm(step2).content?.color}`)];
  },
});

export const declaredCapabilities = defineFixture({
  name: 'test_input_required_result_capabilities',
  description: 'Asks only what the client said it can answer.',
  input: NO_ARGUMENTS,
  run: async (ctx) => {
    const { elicitation, sampling, roots } = ctx.clientCapabilities;
    const requests: InputRequests = {
      ...(elicitation !== undefined && { user_name: askName }),
      ...(sampling !== undefined && { greeting: sample('Generate a greeting', 50) }),
      ...(roots !== undefined && { client_roots: listRoots }),
    };
    const answers = await answersTo(ctx, requests);
    return [textContent(`Answered: ${Object.keys(answers).join(', ')}`)];
  },
});

function expectRound(state: unknown, round: number): void {
  if (!z.looseObject({ round: z.literal(round) }).safeParse(state).success) {
    throw new ToolError('CONFLICT', `The state of round ${round} did not come back`, {
      hint: 'Call again without answers.',
    });
  }
}
