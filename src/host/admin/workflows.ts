import * as z from 'zod';
import { executionOutput } from '../../tools/workflows/execution-schema.ts';
import { workflowOutput } from '../../tools/workflows/workflow-schema.ts';
import { defineAct } from './act.ts';

const id = z.string().min(1).describe('Id of a workflow');
const workflow = z.strictObject({ id });

export const listWorkflows = defineAct({
  name: 'workflows/list',
  about: 'All workflows, those in files of open directories included',
  scope: 'admin',
  isRead: true,
  routes: [{ method: 'GET', path: 'workflows' }],
  input: z.strictObject({}),
  output: z.object({
    workflows: z.array(workflowOutput),
    wrongFiles: z.array(z.string()).describe('What is wrong with files that are not in the list'),
  }),
  run: async (host, _, { caller }) => {
    const { people } = await host.workflows();
    return {
      workflows: people.list(caller.roots).map((one) => workflowOutput.parse(one)),
      wrongFiles: [...people.wrongFiles(caller.roots)],
    };
  },
});

export const showWorkflow = defineAct({
  name: 'workflows/show',
  about: 'One workflow with its steps',
  scope: 'admin',
  isRead: true,
  routes: [{ method: 'GET', path: 'workflows/{id}' }],
  input: workflow,
  output: workflowOutput,
  run: async (host, input, { caller }) =>
    workflowOutput.parse((await host.workflows()).people.show(input.id, caller.roots)),
});

export const enableWorkflow = defineAct({
  name: 'workflows/enable',
  about: 'Let this version of a workflow start on its schedule and webhooks',
  scope: 'admin',
  input: workflow,
  output: workflowOutput,
  run: async (host, input, { caller, by }) =>
    workflowOutput.parse(await (await host.workflows()).people.enable(input.id, caller, by)),
});

export const disableWorkflow = defineAct({
  name: 'workflows/disable',
  about: 'Stop a workflow from starting on its own',
  scope: 'admin',
  input: workflow,
  output: workflowOutput,
  run: async (host, input) => workflowOutput.parse((await host.workflows()).people.disable(input.id)),
});

export const exposeWorkflow = defineAct({
  name: 'workflows/expose',
  about: 'Offer a workflow to agents as a tool of its own; without a name, no longer',
  scope: 'admin',
  input: workflow.extend({
    name: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,39}$/, 'lower case letters, digits and "_", at most 40')
      .nullable()
      .describe('Name of the tool'),
  }),
  output: workflowOutput,
  run: async (host, input) =>
    workflowOutput.parse((await host.workflows()).people.expose(input.id, input.name)),
});

export const listExecutions = defineAct({
  name: 'workflows/executions',
  about: 'Runs of workflows and actions, newest first',
  scope: 'admin',
  isRead: true,
  routes: [{ method: 'GET', path: 'executions' }],
  input: z.strictObject({ limit: z.coerce.number().int().min(1).max(1000).default(50) }),
  output: z.object({ executions: z.array(executionOutput) }),
  run: async (host, { limit }) => {
    const { people } = await host.workflows();
    return { executions: people.executions(limit).map((one) => executionOutput.parse(one)) };
  },
});

const execution = z.strictObject({ id: z.string().min(1).describe('Id of an execution') });

export const showExecution = defineAct({
  name: 'workflows/execution',
  about: 'One run, step by step',
  scope: 'admin',
  isRead: true,
  routes: [{ method: 'GET', path: 'executions/{id}' }],
  input: execution,
  output: executionOutput,
  run: async (host, input) => executionOutput.parse((await host.workflows()).people.execution(input.id)),
});

export const showLogs = defineAct({
  name: 'workflows/logs',
  about: 'What the steps of a run printed, after a line number',
  scope: 'admin',
  isRead: true,
  input: execution.extend({ after: z.coerce.number().int().min(0).default(0) }),
  output: z.object({
    lines: z.array(z.object({ seq: z.number(), at: z.string(), stepId: z.string(), text: z.string() })),
  }),
  run: async (host, input) => ({ lines: (await host.workflows()).people.logs(input.id, input.after) }),
});

export const cancelExecution = defineAct({
  name: 'workflows/cancel',
  about: 'End a run with everything it started',
  scope: 'admin',
  input: execution,
  output: executionOutput,
  run: async (host, input) => executionOutput.parse(await (await host.workflows()).people.cancel(input.id)),
});

export const answerStep = defineAct({
  name: 'workflows/answer',
  about: 'Say what becomes of a step that was cut off when a host ended',
  scope: 'approvals:decide',
  input: execution.extend({
    stepId: z.string().min(1),
    answer: z.enum(['retry', 'done', 'fail']),
  }),
  output: executionOutput,
  run: async (host, input, { by }) => {
    const { people } = await host.workflows();
    await people.answer(input.id, input.stepId, input.answer, by);
    return executionOutput.parse(people.execution(input.id));
  },
});

export const sendEvent = defineAct({
  name: 'workflows/signal',
  about: 'Send an event to a run that waits for it',
  scope: 'admin',
  input: execution.extend({ event: z.string().min(1).max(80), data: z.unknown().optional() }),
  output: executionOutput,
  run: async (host, input) => {
    const { people } = await host.workflows();
    await people.signal(input.id, input.event, input.data ?? null);
    return executionOutput.parse(people.execution(input.id));
  },
});
