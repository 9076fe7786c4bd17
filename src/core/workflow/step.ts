import * as z from 'zod';
import { variableName } from '../process/variable-name.ts';

/** What a step does is said by which of these fields it has. */
export const STEP_KINDS = [
  'command',
  'script',
  'tool',
  'workflow',
  'webhook',
  'approval',
  'wait',
  'remote',
] as const;
export type StepKind = (typeof STEP_KINDS)[number];

const MAX_MS = 3_600_000;
const YEAR_MS = 31_536_000_000;
const OUTPUT = /^[A-Za-z_][A-Za-z0-9_]*$/;

export const stepId = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,39}$/, 'a letter, then at most 39 letters, digits, "-" or "_"')
  .describe('Name other steps refer to');

/** It stands in lines that a person decides by. */
export const nameOfWork = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .refine((name) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name), { error: 'a name is one line' })
  .describe('For people');

export const variables = z.record(variableName, z.string()).describe('Environment variables');

/** Variables whose values come from the secret store. */
export const secretVariables = z
  .record(variableName, z.string().min(1))
  .describe('Environment variable -> name of a stored secret');

const retry = z
  .strictObject({
    attempts: z.number().int().min(1).max(20).describe('How often it is tried at most'),
    backoffMs: z.number().int().min(0).max(MAX_MS).default(1000).describe('Wait before the second try'),
    factor: z.number().min(1).max(10).default(2).describe('Each further wait is this much longer'),
    maxMs: z.number().int().min(0).max(MAX_MS).default(60_000).describe('Longest wait'),
    jitter: z.boolean().default(true).describe('Vary the waits, so that many runs do not try at once'),
  })
  .describe('Try again when it fails');

const output = z.strictObject({
  from: z
    .enum(['stdout', 'stderr', 'result', 'file'])
    .default('stdout')
    .describe('result: the answer of the tool; file: content of a file'),
  path: z.string().min(1).optional().describe('Field inside JSON (a.b.0), or the file'),
  pattern: z.string().min(1).max(500).optional().describe('Regex; its first group counts'),
});

const wait = z
  .strictObject({
    ms: z.number().int().min(0).max(YEAR_MS).optional().describe('How long'),
    until: z.iso.datetime({ offset: true }).optional().describe('Until this time'),
    event: z.string().min(1).max(80).optional().describe('Until a person sends this event'),
  })
  .refine(({ ms, until, event }) => [ms, until, event].filter((one) => one !== undefined).length === 1, {
    error: 'give ms, until or event',
  })
  .describe('Wait for a time or an event');

const remote = z
  .strictObject({
    host: z.string().min(1).optional().describe('Which host; default: the configured one'),
    command: z.string().min(1).max(65_536).describe('Command to run there'),
  })
  .describe('Run a command on a remote host');

/** One step as people and agents write it. */
export const stepSchema = z.strictObject({
  id: stepId.optional(),
  name: nameOfWork.optional(),
  needs: z.array(z.string()).max(100).optional().describe('Steps that must be done before'),
  when: z.string().min(1).max(1000).optional().describe('Condition, such as inputs.deploy == true'),
  command: z.string().min(1).max(65_536).optional().describe('Bash line; {{inputs.x}} is plain text in it'),
  script: z.string().min(1).optional().describe('Script of package.json'),
  tool: z.string().min(1).optional().describe('Any tool, called with args'),
  workflow: z.string().min(1).optional().describe('Id of a workflow to run'),
  webhook: z.string().min(1).optional().describe('Id of a webhook action to send'),
  approval: z.string().min(1).max(2000).optional().describe('Question to a person'),
  wait: wait.optional(),
  remote: remote.optional(),
  args: z
    .union([z.array(z.string()), z.record(z.string(), z.unknown())])
    .optional()
    .describe('Of a script: a list; of a tool: its arguments'),
  inputs: z.record(z.string(), z.unknown()).optional().describe('Of a workflow: its inputs'),
  payload: z.unknown().optional().describe('Of a webhook: its body'),
  cwd: z.string().min(1).optional().describe('Where it runs; default: the project'),
  env: variables.optional(),
  secrets: secretVariables.optional(),
  timeoutMs: z.number().int().min(1000).max(YEAR_MS).optional().describe('Longest time'),
  retry: retry.optional(),
  continueOnError: z.boolean().optional().describe('Go on when it fails'),
  onInterrupt: z
    .enum(['retry', 'fail', 'ask'])
    .optional()
    .describe('If the host ends meanwhile; default: ask, retry for what only reads'),
  outputs: z.record(z.string().regex(OUTPUT), output).optional().describe('Values later steps can use'),
  artifacts: z.array(z.string().min(1)).max(20).optional().describe('Globs of files to keep'),
});

export type StepSpec = z.output<typeof stepSchema>;

/** A step as it is kept: it has an id and a name. */
export type Step = StepSpec & { readonly id: string; readonly name: string };

export const kindOf = (step: StepSpec): StepKind | undefined =>
  STEP_KINDS.find((kind) => step[kind] !== undefined);
