import * as z from 'zod';
import type { Assessment, RiskJudge } from '../../core/call/assessment.ts';
import { highestRisk } from '../../core/risk.ts';
import { defineTool } from '../../core/tool/tool.ts';
import { outputText, processId, processOutput, toOutput } from '../processes/process-output.ts';

interface Args {
  readonly processId: string;
  readonly input: string;
  readonly pressEnter: boolean;
}

export const shellSendInput = defineTool({
  name: 'shell_send_input',
  pack: 'shell',
  title: 'Type into a process',
  description:
    'Send text to a process started with shell_start and return what it prints. Control characters need pty.',
  input: z.strictObject({
    processId,
    input: z.string().max(65_536).describe('Text, or control characters like \\u0003'),
    pressEnter: z.boolean().default(true).describe('Add a line ending'),
  }),
  output: processOutput.omit({ tests: true }).extend({ accepted: z.boolean().describe('It was written') }),
  isText: true,
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

/** How each of these is given a program text on its command line, which is how what is typed into it is judged. */
const INTERPRETERS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:python|pypy)[\d.]*$/, ['-c']],
  [/^(?:node|nodejs|bun|ruby|perl|lua[\d.]*|julia|mysql|mariadb)$/, ['-e']],
  [/^php[\d.]*$/, ['-r']],
  [/^psql$/, ['-c']],
  [/^sqlite3$/, [':memory:']],
];

/** The reader may be a shell: unless the reader is known, it is judged as a shell would read it. Never harmless. */
function judgeInput({ processId: id, input, pressEnter }: Args, judge: RiskJudge): Assessment {
  if (CONTROL_KEYS.test(input)) return { risk: 'MEDIUM', reasons: ['Presses keys in a running program'] };
  const { risk, reasons, forbidden } = judgeText(input, judge.readerOf(id), judge);
  // A line that is typed in pieces is seen in pieces; each alone can look like nothing.
  const asTyped = pressEnter && !input.endsWith('\\') ? 'MEDIUM' : 'HIGH';
  return {
    risk: highestRisk([risk, asTyped]),
    reasons: ['Types into a running program', ...reasons],
    ...(forbidden !== undefined && { forbidden }),
  };
}

/** Commands to the prompt itself: `!rm x` and `%run x` of IPython, `.load x` of Node, `\\! rm x` of psql. */
const TO_PROMPT = /^[^\S\n\r\u2028\u2029]*[!%.\\]+/gm;

function judgeText(input: string, reader: string | undefined, judge: RiskJudge): Assessment {
  const flags = INTERPRETERS.find(([name]) => name.test(reader ?? ''))?.[1];
  if (reader === undefined || !flags) return judge.shell(input, undefined);
  const code = judge.argv([reader, ...flags, input], undefined);
  const rest = input.replace(TO_PROMPT, '');
  if (rest === input) return code;
  const command = judge.shell(rest, undefined);
  const forbidden = code.forbidden ?? command.forbidden;
  return {
    risk: highestRisk(['HIGH', code.risk, command.risk]),
    reasons: [`Speaks to the prompt of ${reader}`, ...code.reasons, ...command.reasons],
    ...(forbidden !== undefined && { forbidden }),
  };
}
