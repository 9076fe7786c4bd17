import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';

export const listProjectScripts = defineTool({
  name: 'list_project_scripts',
  pack: 'projects',
  title: "List a project's scripts",
  description: 'List the scripts of a package.json; run one with run_script.',
  input: z.strictObject({ projectPath: z.string().min(1).describe('Directory of the project') }),
  output: z.strictObject({
    scripts: z
      .array(z.strictObject({ name: z.string().describe('Name'), command: z.string().describe('Command') }))
      .describe('In the order of the file'),
    packageManager: z.string().describe('What runs them'),
    count: z.number().describe('How many'),
  }),
  effects: ['read'],
  risk: 'SAFE',
  isCore: true,
  touches: ({ projectPath }) => [{ kind: 'path', access: 'list', path: projectPath }],
  run: async (ctx, { projectPath }) => {
    const { scripts, packageManager } = await ctx.projects.scripts(projectPath);
    return { scripts: scripts.map((script) => ({ ...script })), packageManager, count: scripts.length };
  },
  toText: ({ scripts, packageManager }) =>
    scripts.length === 0
      ? 'No scripts.'
      : scripts.map(({ name, command }) => `${packageManager} run ${name}: ${command}`).join('\n'),
});
