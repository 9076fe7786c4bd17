import * as z from 'zod';
import type { RulePattern } from '../../core/approval/rule.ts';
import { ACCESSES } from '../../core/process/sandbox.ts';
import { RISKS } from '../../core/risk.ts';

/** What a rule is about, beside the tool. */
export const patternSchema = z.strictObject({
  args: z.string().exactOptional().describe('The digest of the very arguments'),
  paths: z.array(z.string()).exactOptional().describe('Globs; every path of the call must match one'),
  commands: z
    .array(z.array(z.string()))
    .exactOptional()
    .describe('First words of commands; every command of the call must match one'),
  hosts: z.array(z.string()).exactOptional(),
  remote: z
    .array(z.string())
    .exactOptional()
    .describe('Directories of hosts, host:/path; every path the call changes there must lie in one'),
  servers: z
    .array(z.int().min(1).max(65_535))
    .exactOptional()
    .describe("Ports of the agent's own servers, for commands that only read"),
  actions: z.array(z.string()).exactOptional().describe('A type of action, or type:id'),
  upTo: z.enum(RISKS).exactOptional().describe('The highest risk it covers'),
  place: z.string().exactOptional().describe('Only in this directory and below'),
  access: z.array(z.enum(ACCESSES)).exactOptional().describe('The most its commands may use'),
  scripts: z.string().exactOptional().describe('The digest of the scripts it runs'),
  runs: z.array(z.string()).exactOptional().describe('The files its commands execute; no others'),
  told: z
    .array(z.strictObject({ path: z.string(), sha256: z.string().exactOptional() }))
    .exactOptional()
    .describe('The files that may tell its commands what to do; no others, and not changed'),
  at: z.array(z.string()).exactOptional().describe('Only in these very directories'),
  options: z
    .array(z.string())
    .exactOptional()
    .describe('No other options with values that could name code or settings'),
  roots: z.array(z.string()).exactOptional().describe('Only where no other directories are open to write in'),
  otherWork: z
    .array(z.string())
    .exactOptional()
    .describe(
      'What makes other work of its commands than their beginnings say, as `git tag --force`: none but these',
    ),
  choices: z
    .array(z.string())
    .exactOptional()
    .describe('Only with these arguments that make it another piece of work, such as amend=true'),
  caches: z
    .boolean()
    .exactOptional()
    .describe('Whether builds change what they keep in the home directory, such as ~/.npm'),
  principal: z.string().exactOptional().describe('Only for calls of this principal; local: of the user here'),
}) satisfies z.ZodType<RulePattern>;
