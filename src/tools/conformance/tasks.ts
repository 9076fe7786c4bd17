import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { textContent } from '../../core/call/content.ts';
import { ToolError } from '../../core/errors.ts';
import { defineFixture, NO_ARGUMENTS } from './define-fixture.ts';
import { answersTo, elicit, toForm } from './questions.ts';

/** Longer than the suite waits for anything. */
const TASK_LIMIT_MS = 120_000;

export const greet = defineFixture({
  name: 'greet',
  description: 'Greets at once; never a task.',
  input: z.strictObject({ name: z.string().describe('Who is greeted') }),
  run: (_ctx, { name }) => [textContent(`Hello, ${name}!`)],
});

export const slowCompute = defineFixture({
  name: 'slow_compute',
  description: 'Takes its time, as a task where the client can follow one.',
  input: z.strictObject({
    seconds: z.number().min(0).max(100).default(1).describe('How long it takes; 0 answers at once'),
    label: z.string().default('').describe('Comes back in the answer'),
  }),
  task: 'optional',
  timeoutMs: TASK_LIMIT_MS,
  run: async (ctx, { seconds, label }) => {
    if (seconds > 0) ctx.becomeTask();
    await sleep(seconds * 1000, undefined, { signal: ctx.signal });
    return [textContent(`Computed ${label} in ${seconds} s`)];
  },
});

export const failingJob = defineFixture({
  name: 'failing_job',
  description: 'A task whose work fails.',
  input: NO_ARGUMENTS,
  task: 'required',
  run: async (ctx) => {
    ctx.becomeTask();
    await sleep(300, undefined, { signal: ctx.signal });
    throw new ToolError('EXEC_FAILED', 'The job failed, as it always does');
  },
});

export const protocolErrorJob = defineFixture({
  name: 'protocol_error_job',
  description: 'A task that breaks: what is thrown is a defect, not a failure of the work.',
  input: NO_ARGUMENTS,
  task: 'optional',
  run: async (ctx) => {
    ctx.becomeTask();
    throw new Error('The job broke, as it always does');
  },
});

export const confirmDelete = defineFixture({
  name: 'confirm_delete',
  description: 'A task that waits for one answer; it deletes nothing.',
  input: z.strictObject({ filename: z.string().describe('What the question names') }),
  task: 'optional',
  timeoutMs: TASK_LIMIT_MS,
  run: async (ctx, { filename }) => {
    ctx.becomeTask();
    const { confirm } = await answersTo(ctx, {
      confirm: elicit(`Delete ${filename}?`, { confirm: { type: 'boolean' } }),
    });
    const { action, content } = toForm(confirm);
    const isConfirmed = action === 'accept' && content?.confirm === true;
    return [textContent(isConfirmed ? `Deleted ${filename}` : `Kept ${filename}`)];
  },
});

export const multiInput = defineFixture({
  name: 'multi_input',
  description: 'A task that waits for two answers at once.',
  input: NO_ARGUMENTS,
  task: 'optional',
  timeoutMs: TASK_LIMIT_MS,
  run: async (ctx) => {
    ctx.becomeTask();
    const answers = await answersTo(ctx, {
      first: elicit('First name?', { name: { type: 'string' } }),
      second: elicit('Second name?', { name: { type: 'string' } }),
    });
    return [
      textContent(`${toForm(answers.first).content?.name} and ${toForm(answers.second).content?.name}`),
    ];
  },
});

export const toolWithTask = defineFixture({
  name: 'test_tool_with_task',
  description: 'Asks in its first round and becomes a task in its second.',
  input: NO_ARGUMENTS,
  task: 'required',
  run: async (ctx) => {
    const answers = await answersTo(ctx, {
      user_name: elicit('What is your name?', { name: { type: 'string' } }),
    });
    ctx.becomeTask();
    await sleep(100, undefined, { signal: ctx.signal });
    return [textContent(`Done for ${toForm(answers.user_name).content?.name}`)];
  },
});
