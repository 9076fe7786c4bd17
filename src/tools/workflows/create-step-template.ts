import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { nameOfWork } from '../../core/workflow/step.ts';
import { templateOutput } from './template-schema.ts';

export const createStepTemplate = defineTool({
  name: 'create_step_template',
  pack: 'workflows',
  title: 'Create a step template',
  description:
    'Keep a command for later workflows. <name>, <name:number> or <name:path=.> is filled in when it is used.',
  input: z.strictObject({
    name: nameOfWork,
    command: z.string().min(1).max(65_536).describe('Bash line with placeholders'),
    category: z.string().trim().min(1).max(40).default('custom').describe('Any word'),
    description: z.string().max(2000).optional().describe('What it is for'),
  }),
  output: templateOutput,
  effects: ['write'],
  risk: ({ command }, judge) => judge.work({ kind: 'store-template', command }),
  alwaysChanges: true,
  preview: ({ name, command, category }) => `Keep "${name}" (${category}):\n${command}`,
  run: async (ctx, template) => templateOutput.parse(await ctx.workflows.createTemplate(template)),
});
