import * as z from 'zod';
import { ACTION_TYPES } from '../../core/workflow/workflows.ts';
import { actionConfig } from '../../tools/workflows/action-schema.ts';
import { templateOutput } from '../../tools/workflows/template-schema.ts';
import { defineAct } from './act.ts';
import { throughGate } from './through-gate.ts';

const question = z.string().nullable().describe('The question to answer first; then the same act again');
const name = z.string().trim().min(1).max(120).describe('For people');
const description = z.string().max(2000).optional().describe('What it is for');
const id = z.string().min(1);

const saved = ({ data, approvalId }: Awaited<ReturnType<typeof throughGate>>) => ({
  actionId: data === null ? null : String(data.actionId),
  approvalId,
});

export const saveAction = defineAct({
  name: 'actions/save',
  about: 'Create an action, or change one; it passes the gate as every call does',
  scope: 'admin',
  isRecorded: false,
  input: z.strictObject({
    id: id.optional().describe('The one to change; without, a new one'),
    actionType: z.enum(ACTION_TYPES).describe('Of one that is there it stays what it is'),
    name,
    description,
    config: actionConfig.describe('null takes a field away; "[hidden]" keeps a value of headers or env'),
    isEnabled: z.boolean().default(true),
  }),
  output: z.object({ actionId: z.string().nullable(), approvalId: question }),
  run: async (host, { id: actionId, actionType, isEnabled, ...action }, actor) => {
    if (actionId === undefined)
      return saved(await throughGate(host, 'create_action', { actionType, ...action }, actor));
    const change = { actionId, ...action, description: action.description ?? null, isEnabled };
    return saved(await throughGate(host, 'update_action', change, actor));
  },
});

export const removeAction = defineAct({
  name: 'actions/remove',
  about: 'Delete an action; its runs stay in the history',
  scope: 'admin',
  isRecorded: false,
  input: z.strictObject({ id }),
  output: z.object({ actionId: z.string().nullable(), approvalId: question }),
  run: async (host, input, actor) =>
    saved(await throughGate(host, 'delete_action', { actionId: input.id }, actor)),
});

export const saveTemplate = defineAct({
  name: 'templates/save',
  about: 'Keep a command for workflows, or change one that was kept',
  scope: 'admin',
  input: z.strictObject({
    id: id.optional().describe('The one to change; without, a new one'),
    name,
    command: z.string().min(1).max(65_536).describe('Bash line; <name> is filled in when it is used'),
    category: z.string().trim().min(1).max(40).default('custom').describe('Any word'),
    description,
  }),
  output: templateOutput,
  run: async (host, { id: templateId, ...template }, { by }) =>
    templateOutput.parse((await host.workflows()).people.saveTemplate(templateId, template, by)),
});

export const removeTemplate = defineAct({
  name: 'templates/remove',
  about: 'Delete a template that was kept; workflows made from it stay as they are',
  scope: 'admin',
  input: z.strictObject({ id }),
  output: z.object({ id: z.string() }),
  run: async (host, input) => {
    (await host.workflows()).people.removeTemplate(input.id);
    return { id: input.id };
  },
});
