import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { PERMISSION_LEVELS } from '../../core/workflow/workflows.ts';

const level = z.enum(PERMISSION_LEVELS);

export const getActionPermissions = defineTool({
  name: 'get_action_permissions',
  pack: 'workflows',
  title: 'Show permissions of actions',
  description: 'What people allow of actions. Only people change it: toolgate actions permissions set.',
  input: z.strictObject({
    actionId: z.string().min(1).optional().describe('Of this action; default: all rules'),
  }),
  output: z.strictObject({
    actionId: z.string().optional().describe('The action asked about'),
    permissionLevel: level.optional().describe('What holds for it'),
    permissions: z
      .array(
        z.strictObject({
          subject: z.string().describe('An action, type:script and others, or * for all'),
          permissionLevel: level.describe('What people said'),
        }),
      )
      .describe('All rules'),
    defaultLevel: level.describe('Where no rule fits'),
  }),
  effects: ['read'],
  risk: 'SAFE',
  run: async (ctx, { actionId }) => {
    const permissions = [...(await ctx.workflows.permissions())];
    const defaultLevel = 'require_confirm' as const;
    if (actionId === undefined) return { permissions, defaultLevel };
    const { permission } = await ctx.workflows.getAction(actionId);
    return { actionId, permissionLevel: permission, permissions, defaultLevel };
  },
});
