import * as z from 'zod';
import { ToolError } from '../../core/errors.ts';
import { checkText, textOfContent } from '../../workflows/document/check-text.ts';
import { defineAct } from './act.ts';
import { throughGate } from './through-gate.ts';

const id = z.string().min(1).describe('Id of a workflow');
const content = z.record(z.string(), z.unknown());
const yaml = z.string().max(300_000).describe('The workflow as a file');
const question = z.string().nullable().describe('The question to answer first; then the same act again');

export const checkWorkflow = defineAct({
  name: 'workflows/check',
  about: 'What is wrong with a workflow, given as a file or as data; nothing is kept',
  scope: 'admin',
  isRecorded: false,
  input: z.strictObject({ yaml: yaml.optional(), content: content.optional() }),
  output: z.object({
    yaml: z.string(),
    content: content.nullable().describe('The same as data; null where it cannot be read'),
    problems: z.array(z.object({ line: z.number(), field: z.string(), message: z.string() })),
  }),
  run: (_host, input) => {
    const text = input.yaml ?? textOfContent(input.content ?? {});
    return { yaml: text, ...checkText(text) };
  },
});

export const saveWorkflow = defineAct({
  name: 'workflows/save',
  about: 'Create a workflow, or change one; it passes the gate as every call does',
  scope: 'admin',
  isRecorded: false,
  input: z.strictObject({
    id: id.optional(),
    yaml,
    projectId: z.string().min(1).optional().describe('Of a new one: the project it works in'),
  }),
  output: z.object({ workflowId: z.string().nullable(), approvalId: question }),
  run: async (host, input, actor) => {
    const { problems, content: wanted } = checkText(input.yaml);
    const [first = { line: 1, field: '', message: 'it cannot be read' }] = problems;
    if (problems.length > 0 || !wanted)
      throw new ToolError(
        'VALIDATION',
        `Line ${first.line}: ${first.field && `${first.field}: `}${first.message}`,
      );
    const steps = stepsOf(wanted);
    if (input.id === undefined) {
      const place = input.projectId === undefined ? {} : { projectId: input.projectId };
      return saved(await throughGate(host, 'create_workflow', { ...wanted, ...place, steps }, actor));
    }
    const { people } = await host.workflows();
    const before = people.show(input.id, actor.caller.roots);
    if (before.file !== undefined)
      throw new ToolError('CONFLICT', `The workflow ${input.id} is the file ${before.file}`, {
        hint: 'Change the file; it is read again by itself.',
      });
    // What is no longer there is taken away.
    const gone = Object.keys(before.definition).filter((field) => !(field in wanted));
    const change = { ...Object.fromEntries(gone.map((field) => [field, null])), ...wanted, steps };
    return saved(await throughGate(host, 'update_workflow', { workflowId: input.id, ...change }, actor));
  },
});

export const removeWorkflow = defineAct({
  name: 'workflows/remove',
  about: 'Delete a workflow; its runs stay in the history',
  scope: 'admin',
  isRecorded: false,
  input: z.strictObject({ id }),
  output: z.object({ workflowId: z.string().nullable(), approvalId: question }),
  run: async (host, input, actor) =>
    saved(await throughGate(host, 'delete_workflow', { workflowId: input.id }, actor)),
});

const saved = ({ data, approvalId }: Awaited<ReturnType<typeof throughGate>>) => ({
  workflowId: data === null ? null : String(data.workflowId),
  approvalId,
});

/** A file calls it id; a call, where ids of different things meet, stepId. */
const stepsOf = ({ steps }: Record<string, unknown>): Record<string, unknown>[] =>
  // Sound: the text was checked before.
  ((steps ?? []) as Record<string, unknown>[]).map(({ id: stepId, ...step }) =>
    stepId === undefined ? step : { stepId, ...step },
  );
