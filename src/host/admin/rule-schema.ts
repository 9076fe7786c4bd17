import * as z from 'zod';
import type { RulePattern } from '../../core/rule.ts';

/** What a rule is about, beside the tool. */
export const patternSchema = z.strictObject({
  args: z.string().exactOptional().describe('The digest of the very arguments'),
  paths: z.array(z.string()).exactOptional().describe('Globs; every path of the call must match one'),
  commands: z
    .array(z.array(z.string()))
    .exactOptional()
    .describe('First words of commands; every command of the call must match one'),
  hosts: z.array(z.string()).exactOptional(),
  actions: z.array(z.string()).exactOptional().describe('A type of action, or type:id'),
}) satisfies z.ZodType<RulePattern>;
