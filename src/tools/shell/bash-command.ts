import * as z from 'zod';
import type { Preview } from '../../core/approval/preview.ts';
import type { Assessment, RiskJudge } from '../../core/call/assessment.ts';
import { ToolError } from '../../core/errors.ts';
import { resolveFrom } from '../../core/path/paths.ts';
import { ACCESSES } from '../../core/process/sandbox.ts';
import { variableName } from '../../core/process/variable-name.ts';
import type { ToolContext } from '../../core/tool/tool.ts';

/**
 * Just the line that was judged: no start-up files that could change what its words mean. Programs do not get the variables
 * that stay in the shell.
 */
export const bashArgv = (command: string, inShell: readonly string[] = []): [string, ...string[]] => [
  'bash',
  '--norc',
  '--noprofile',
  '-c',
  inShell.length === 0 ? command : `export -n ${inShell.join(' ')}; ${command}`,
];

/** What a command asks for beyond reading. */
export const accessInput = {
  access: z
    .array(z.enum(ACCESSES))
    .optional()
    .describe('Ask a person for more than reading: write, network, secrets, host'),
  reason: z.string().max(500).optional().describe('Why; the person reads it'),
};

export const commandInput = {
  command: z.string().min(1, 'the command is empty').max(65_536).describe('Bash line or script'),
  cwd: z.string().optional().describe('Where it runs; default: the current directory'),
  env: z.record(variableName, z.string()).optional().describe('Variables to add'),
  ...accessInput,
};

interface CommandArgs {
  readonly command: string;
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** Variables count like assignments in front of the command. */
export function judgeCommand({ command, cwd, env = {} }: CommandArgs, judge: RiskJudge): Assessment {
  const assignments = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}\n`);
  return judge.shell(`${assignments.join('')}${command}`, cwd, { startsClean: true });
}

const quoted = (value: string): string => `'${value.replaceAll("'", `'\\''`)}'`;

/** Policy looks at where it runs like at any other path. */
export const placeTouched = ({ cwd }: CommandArgs) =>
  cwd === undefined ? [] : [{ kind: 'path' as const, access: 'list' as const, path: cwd }];

export function placeOf({ cwd }: Pick<CommandArgs, 'cwd'>, { caller }: ToolContext): string {
  if (cwd !== undefined || caller.cwd !== undefined) return resolveFrom(caller.cwd, cwd ?? '.');
  throw new ToolError('VALIDATION', 'This connection has no current directory', {
    hint: `Pass cwd. Open directories: ${caller.roots.join(', ')}`,
  });
}

/** What a person sees before it runs: the very bytes, and what is set for them. */
export const commandPreview = (args: CommandArgs, ctx: ToolContext): Preview => {
  const env = Object.entries(args.env ?? {}).map(([name, value]) => `${name}=${quoted(value)}\n`);
  const [text, directory] = [`${env.join('')}${args.command}`, placeOf(args, ctx)];
  return { text: `${text}\n\nin ${directory}`, parts: [{ kind: 'command', text, directory }] };
};
