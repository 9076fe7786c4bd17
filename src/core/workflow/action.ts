import * as z from 'zod';
import { variables } from './step.ts';

/** A line as in a step, and arguments that no shell reads. */
const scriptConfig = z.strictObject({
  command: z.string().min(1).describe('Bash line'),
  args: z.array(z.string()).default([]).describe('More arguments at its end, as they are'),
  cwd: z.string().min(1).optional().describe('Where; default: the project'),
  env: variables.optional(),
  timeoutMs: z.number().int().min(1000).max(3_600_000).default(60_000).describe('Longest time'),
});

export const webhookConfig = z.strictObject({
  url: z.string().min(1).max(2000).describe('Address; {{name}} in path or query is filled in'),
  method: z.enum(['POST', 'PUT', 'PATCH', 'GET', 'DELETE']).default('POST').describe('HTTP method'),
  headers: z.record(z.string(), z.string()).default({}).describe('More headers'),
  payload: z.unknown().optional().describe('Body as JSON; {{name}} inside texts is filled in'),
  secret: z.string().min(1).optional().describe('Name of the stored secret that signs it'),
  timeoutMs: z.number().int().min(1000).max(60_000).default(30_000).describe('For each try'),
  retryCount: z.number().int().min(0).max(8).default(3).describe('Further tries when it fails'),
});

const workflowConfig = z.strictObject({
  workflowId: z.string().min(1).describe('Which workflow'),
  inputs: z.record(z.string(), z.unknown()).default({}).describe('Its inputs'),
});

export const ACTION_CONFIGS = { script: scriptConfig, webhook: webhookConfig, workflow: workflowConfig };

export type WebhookConfig = z.output<typeof webhookConfig>;
