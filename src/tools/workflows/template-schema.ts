import * as z from 'zod';

export const templateOutput = z.strictObject({
  templateId: z.string().describe('For add_workflow_step'),
  name: z.string().describe('For people'),
  command: z.string().describe('{pm}: the package manager; <name:type>: to be filled in'),
  category: z.string().describe('What it is about'),
  description: z.string().optional().describe('What it is for'),
  placeholders: z
    .array(
      z.strictObject({
        name: z.string().describe('Name in values'),
        type: z.string().describe('text, name, path or number'),
        default: z.string().optional().describe('Taken if no value is given'),
      }),
    )
    .describe('What it asks for'),
  isBuiltin: z.boolean().describe('It comes with Toolgate'),
});
