import * as z from 'zod';
import { RISKS } from '../../core/risk.ts';
import { defineAct } from './act.ts';

export const explain = defineAct({
  name: 'explain',
  about: 'What the gate would decide about a call, a command, a path or an address, without doing it',
  scope: 'admin',
  isRecorded: false,
  input: z.strictObject({
    tool: z.string().min(1).optional(),
    args: z.record(z.string(), z.unknown()).optional().describe('With tool: its arguments'),
    command: z.string().optional().describe('A line of Bash'),
    cwd: z.string().optional().describe('With command: where it would run'),
    path: z.string().optional(),
    access: z.enum(['list', 'read', 'write', 'delete']).optional().describe('With path'),
    url: z.string().optional(),
  }),
  output: z.object({
    risk: z.enum(RISKS),
    decision: z.enum(['allow', 'ask', 'deny']),
    reasons: z.array(z.string()),
    rule: z.string().exactOptional(),
    segments: z
      .array(z.object({ text: z.string(), risk: z.enum(RISKS), reasons: z.array(z.string()) }))
      .exactOptional(),
    sandbox: z.string().exactOptional(),
  }),
  run: (host, question, { caller }) => host.explain(question, caller),
});
