import * as z from 'zod';
import { ACTION_TYPES, PERMISSION_LEVELS } from '../../core/workflow/workflows.ts';

export const actionId = z.string().min(1).describe('Id of the action');

export const actionConfig = z
  .record(z.string(), z.unknown())
  .describe(
    'script: command (a Bash line), args (put at its end as they are), cwd, env, timeoutMs; webhook: url, method, headers, payload, secret, retryCount; workflow: workflowId, inputs',
  );

export const actionOutput = z.strictObject({
  actionId: z.string().describe('For the other tools; of a webhook also its webhookId'),
  actionType: z.enum(ACTION_TYPES).describe('script, webhook or workflow'),
  name: z.string().describe('For people'),
  description: z.string().optional().describe('What it is for'),
  projectId: z.string().optional().describe('Project it belongs to'),
  config: z.record(z.string(), z.unknown()).describe('Values of headers and variables are hidden'),
  isEnabled: z.boolean().describe('It can be run'),
  permission: z.enum(PERMISSION_LEVELS).describe('What people allow'),
  createdAt: z.string().describe('ISO time'),
  updatedAt: z.string().describe('ISO time'),
});
