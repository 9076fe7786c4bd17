import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';

export const explainCall = defineTool({
  name: 'explain_call',
  pack: 'gate',
  title: 'Explain a call',
  description:
    'Show what the gate would decide about a call and why, without running it. Use it before a call that may be refused.',
  input: z.strictObject({
    tool: z.string().min(1).max(200).describe('Name of the tool'),
    args: z.record(z.string(), z.unknown()).default({}).describe('Its arguments'),
  }),
  output: z.strictObject({
    risk: z.enum(['SAFE', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL']).describe('How risky it is'),
    decision: z.enum(['allow', 'ask', 'deny']).describe('What the gate would do'),
    reasons: z.array(z.string()).describe('Why'),
    rule: z.string().optional().describe('What decided'),
  }),
  effects: ['read'],
  risk: 'SAFE',
  run: async (ctx, { tool, args }) => {
    const { risk, decision, reasons, rule } = await ctx.explain(tool, args);
    return { risk, decision, reasons: [...reasons], ...(rule !== undefined && { rule }) };
  },
});
