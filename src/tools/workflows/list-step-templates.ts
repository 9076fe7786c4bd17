import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { templateOutput } from './template-schema.ts';

export const listStepTemplates = defineTool({
  name: 'list_step_templates',
  pack: 'workflows',
  title: 'List step templates',
  description: 'Ready-made commands for add_workflow_step.',
  input: z.strictObject({
    category: z.string().min(1).optional().describe('package-manager, git, docker, shell, testing, ...'),
    query: z.string().min(1).max(1000).optional().describe('Part of name or command'),
    includeBuiltin: z.boolean().default(true).describe('Those that come with Toolgate, too'),
  }),
  output: z.strictObject({
    templates: z.array(templateOutput).describe('Own ones first'),
    total: z.number().describe('How many'),
  }),
  effects: ['read'],
  risk: 'SAFE',
  run: async (ctx, filter) => {
    const templates = (await ctx.workflows.listTemplates(filter)).map((one) => templateOutput.parse(one));
    return { templates, total: templates.length };
  },
  toText: ({ templates }) =>
    templates.map(({ templateId, command }) => `${templateId}: ${command}`).join('\n') || 'No template fits.',
});
