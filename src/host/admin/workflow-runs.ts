import * as z from 'zod';
import { templateOutput } from '../../tools/workflows/template-schema.ts';
import { defineAct } from './act.ts';
import { throughGate } from './through-gate.ts';

const started = z.object({
  executionId: z.string().nullable(),
  approvalId: z.string().nullable().describe('The question to answer first; then the same act again'),
});
const inputs = z.record(z.string(), z.unknown()).default({});

export const runWorkflow = defineAct({
  name: 'workflows/run',
  about: 'Start a workflow; it passes the gate as every call does',
  scope: 'admin',
  isRecorded: false,
  input: z.strictObject({ id: z.string().min(1).describe('Id of a workflow'), inputs }),
  output: started,
  run: async (host, input, actor) =>
    startedBy(
      await throughGate(
        host,
        'run_workflow',
        { workflowId: input.id, inputs: input.inputs, wait: false },
        actor,
      ),
    ),
});

export const rerunFailed = defineAct({
  name: 'workflows/rerun-failed',
  about: 'Run again what did not succeed in a run that has ended; what was done is not done again',
  scope: 'admin',
  input: z.strictObject({ id: z.string().min(1).describe('Id of an execution') }),
  output: z.object({ executionId: z.string() }),
  run: async (host, input, { by }) => ({
    executionId: await (await host.workflows()).people.rerunFailed(input.id, by),
  }),
});

export const runAction = defineAct({
  name: 'actions/run',
  about: 'Run an action; it passes the gate as every call does',
  scope: 'admin',
  isRecorded: false,
  input: z.strictObject({ id: z.string().min(1).describe('Id of an action'), parameters: inputs }),
  output: started,
  run: async (host, input, actor) =>
    startedBy(
      await throughGate(
        host,
        'run_action',
        { actionId: input.id, parameters: input.parameters, wait: false },
        actor,
      ),
    ),
});

export const listTemplates = defineAct({
  name: 'templates/list',
  about: 'Commands that steps can be made of',
  scope: 'admin',
  isRead: true,
  input: z.strictObject({}),
  output: z.object({ templates: z.array(templateOutput) }),
  run: async (host) => ({
    templates: (await host.workflows()).people.templates().map((one) => templateOutput.parse(one)),
  }),
});

const startedBy = ({ data, approvalId }: Awaited<ReturnType<typeof throughGate>>) => ({
  executionId: data === null ? null : String(data.executionId),
  approvalId,
});
