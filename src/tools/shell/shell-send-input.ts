import * as z from 'zod';
import type { Assessment, RiskJudge } from '../../core/assessment.ts';
import { highestRisk } from '../../core/risk.ts';
import { defineTool } from '../../core/tool.ts';
import { outputText, processId, processOutput, toOutput } from '../processes/process-output.ts';

interface Args {
  readonly input: string;
  readonly pressEnter: boolean;
}

export const shellSendInput = defineTool({
  name: 'shell_send_input',
  pack: 'shell',
  title: 'Type into a process',
  description:
    'Send text to a process started with shell_start and see what it answers. Control characters work with pty.',
  input: z.strictObject({
    processId,
    input: z.string().max(65_536).describe('Text, or control characters like \\u0003'),
    pressEnter: z.boolean().default(true).describe('End it with a line end'),
  }),
  output: processOutput.omit({ tests: true }).extend({ accepted: z.boolean().describe('It was written') }),
  effects: ['read', 'write', 'delete', 'exec', 'network'],
  risk: judgeInput,
  preview: async ({ processId: id, input }, ctx) => {
    const { name } = await ctx.processes.get(id);
    return `${JSON.stringify(input)}\n\nto ${id}, ${name}`;
  },
  run: async (ctx, { processId: id, input, pressEnter }) => {
    const printed = await ctx.processes.sendInput(id, input, { pressEnter });
    const { tests: _, ...output } = toOutput(printed);
    return { accepted: true, ...output };
  },
  toText: outputText,
});

// Keys that end or leave something; typed alone they start nothing.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL_KEYS = /^[\u0003\u0004\u001a\u001b]*$/;

/** Whoever reads it may be a shell: it is judged as one would read it, and never harmless. */
function judgeInput({ input, pressEnter }: Args, judge: RiskJudge): Assessment {
  if (CONTROL_KEYS.test(input)) return { risk: 'MEDIUM', reasons: ['Presses keys in a running program'] };
  const { risk, reasons, forbidden } = judge.shell(input, undefined);
  // A line that is typed in pieces is seen in pieces; each alone can look like nothing.
  const asTyped = pressEnter && !input.endsWith('\\') ? 'MEDIUM' : 'HIGH';
  return {
    risk: highestRisk([risk, asTyped]),
    reasons: ['Types into a running program', ...reasons],
    ...(forbidden !== undefined && { forbidden }),
  };
}
