import * as z from 'zod';
import { ToolError } from '../../core/errors.ts';
import { type Argv, parseCommand } from '../../core/text/command-words.ts';
import { defineTool } from '../../core/tool/tool.ts';
import { accessInput } from '../shell/bash-command.ts';
import { MAX_TIMEOUT_MS, orFail, programRun, programText, runProgram } from './program-run.ts';

/** More than a system takes in a word; up to here it says so in its own words. */
const LONGEST_COMMAND = 262_144;

const lengthOf = (words: readonly string[]): number => words.reduce((sum, { length }) => sum + length, 0);

const input = z
  .strictObject({
    command: z
      .string()
      .min(1, 'the command is empty')
      .max(LONGEST_COMMAND)
      .optional()
      .describe('One program with its arguments, run without a shell'),
    argv: z
      .array(z.string())
      .min(1)
      .refine((words) => lengthOf(words) <= LONGEST_COMMAND, `at most ${LONGEST_COMMAND} characters in all`)
      .optional()
      .describe('The same, word by word, instead of command'),
    workingDirectory: z.string().min(1).optional().describe('Directory to run in; default: the current one'),
    ...accessInput,
    timeoutMs: z.number().int().min(1000).max(MAX_TIMEOUT_MS).default(30_000).describe('Time limit'),
  })
  .refine(({ command, argv }) => (command === undefined) !== (argv === undefined), {
    path: ['command'],
    error: 'give either command or argv',
  });

export const runCommand = defineTool({
  name: 'run_command',
  pack: 'ci',
  title: 'Run a program',
  description: 'Run one program without a shell: no pipes, variables or globs. For those use shell_execute.',
  input,
  output: programRun,
  isText: true,
  effects: ['write', 'exec', 'network'],
  risk: (args, judge) => judge.argv(wordsOf(args), args.workingDirectory),
  isSandboxed: true,
  saysReason: true,
  isCore: true,
  aliases: { RunCommandAsync: { text: (run) => (run.exitCode === 0 ? run.stdout : programText(run)) } },
  touches: ({ workingDirectory }) =>
    workingDirectory === undefined ? [] : [{ kind: 'path', access: 'list', path: workingDirectory }],
  preview: async (args, ctx) => {
    const directory = await ctx.projects.directory(args.workingDirectory);
    const text = wordsOf(args)
      .map((word) => JSON.stringify(word))
      .join(' ');
    return { text: `in ${directory}\n${text}`, parts: [{ kind: 'command', text, directory }] };
  },
  run: async (ctx, args) => {
    const cwd = await ctx.projects.directory(args.workingDirectory);
    return orFail(
      await runProgram(ctx, { argv: wordsOf(args), cwd }, { ...args, taken: input.shape }),
      input.shape,
    );
  },
  toText: programText,
});

function wordsOf({ command, argv = [] }: z.output<typeof input>): Argv {
  if (command !== undefined) return parseCommand(command);
  const [program = '', ...args] = argv;
  if (program === '') throw new ToolError('VALIDATION', 'argv is empty: it names no program');
  return [program, ...args];
}
