import * as z from 'zod';
import { nameOfWork, type Step, secretVariables, stepSchema, variables } from './step.ts';

const MAX_STEPS = 200;
const DAY_MS = 86_400_000;

export const schedule = z
  .strictObject({
    cron: z.string().min(1).max(120).describe('Five or six fields'),
    timeZone: z.string().min(1).default('UTC').describe('IANA name'),
    overlap: z
      .enum(['skip', 'queue', 'cancel'])
      .default('skip')
      .describe('When the last run still goes on: leave this one out, queue it, or cancel the last'),
    catchUpMs: z
      .number()
      .int()
      .min(0)
      .max(30 * DAY_MS)
      .default(0)
      .describe('A time missed by less than this is made up for, once'),
    inputs: z.record(z.string(), z.unknown()).optional().describe('Inputs of the runs'),
  })
  .describe('Runs by itself');

const concurrency = z
  .strictObject({
    key: z.string().min(1).max(200).describe('Runs with the same key count together'),
    limit: z.number().int().min(1).max(100).default(1).describe('How many run at once'),
    onConflict: z
      .enum(['queue', 'skip', 'cancel-oldest'])
      .default('queue')
      .describe('What becomes of one more'),
  })
  .describe('Runs that must not overlap');

/** The seed's outgoing webhook of a workflow. */
const notification = z
  .strictObject({
    webhookId: z.string().min(1).describe('Webhook action to send'),
    trigger: z.enum(['onSuccess', 'onFailure', 'always']).default('always').describe('After which runs'),
    payload: z.unknown().optional().describe('Body; {{run.status}} and others are filled in'),
  })
  .describe('Sent when a run ends');

/** The fields of a workflow beside its steps. */
export const documentFields = {
  name: nameOfWork,
  description: z.string().max(2000).optional().describe('What it is for'),
  inputs: z.record(z.string(), z.unknown()).optional().describe('JSON Schema of an object'),
  env: variables.optional(),
  secrets: secretVariables.optional(),
  timeoutMs: z.number().int().min(1000).optional().describe('Longest time of a run'),
  maxParallel: z.number().int().min(1).max(32).optional().describe('Steps at once; default 4'),
  concurrency: concurrency.optional(),
  schedule: schedule.optional(),
  notify: notification.optional(),
  outputs: z.record(z.string(), z.string()).optional().describe('Name -> template of a value'),
};

/** A workflow as a file has it, and as it is kept. */
export const documentSchema = z.strictObject({
  ...documentFields,
  steps: z.array(stepSchema).max(MAX_STEPS).default([]).describe('What it does'),
});

export type DocumentSpec = z.output<typeof documentSchema>;
export type Schedule = z.output<typeof schedule>;

/** A checked workflow: every step has an id, needs are known, templates can be filled. */
export type WorkflowDocument = Omit<DocumentSpec, 'steps'> & { readonly steps: readonly Step[] };
