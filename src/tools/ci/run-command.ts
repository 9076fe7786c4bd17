import * as z from 'zod';
import { type Argv, parseCommand, showCommand } from '../../core/command-words.ts';
import { ToolError } from '../../core/errors.ts';
import { defineTool } from '../../core/tool.ts';
import { isAnswer } from './exit-answers.ts';
import { createOutputProgress } from './output-progress.ts';
import { MAX_TIMEOUT_MS, programOutput } from './step-schema.ts';

const input = z
  .strictObject({
    command: z.string().min(1).optional().describe('One program with its arguments; no shell reads it'),
    argv: z.array(z.string()).min(1).optional().describe('The same, word by word, instead of command'),
    workingDirectory: z.string().min(1).optional().describe('Where; default: the current directory'),
    timeoutMs: z.number().int().min(1000).max(MAX_TIMEOUT_MS).default(30_000).describe('Longest run time'),
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
  output: programOutput.extend({ argv: z.array(z.string()).describe('What was run') }),
  effects: ['write', 'exec', 'network'],
  risk: (args, judge) => judge.argv(wordsOf(args), args.workingDirectory),
  isSandboxed: true,
  isCore: true,
  aliases: { RunCommandAsync: { text: ({ stdout }) => stdout } },
  touches: ({ workingDirectory }) =>
    workingDirectory === undefined ? [] : [{ kind: 'path', access: 'list', path: workingDirectory }],
  preview: (args, ctx) =>
    `in ${ctx.projects.directory(args.workingDirectory)}\n${wordsOf(args)
      .map((word) => JSON.stringify(word))
      .join(' ')}`,
  run: async (ctx, args) => {
    const argv = wordsOf(args);
    const cwd = ctx.projects.directory(args.workingDirectory);
    const ended = await ctx.processes.run({ argv, cwd, onOutput: createOutputProgress(ctx) });
    const { exitCode, signal, stdout, stderr, durationMs, timedOut, cancelled } = ended;
    const data = {
      argv: [...argv],
      exitCode,
      ...(signal !== null && { signal }),
      stdout: stdout.text,
      stderr: stderr.text,
      durationMs,
      timedOut,
      truncated: stdout.truncated || stderr.truncated,
    };
    const name = showCommand(argv);
    if (cancelled) throw new ToolError('CANCELLED', `${name} was cancelled`, { data });
    if (timedOut)
      throw new ToolError('TIMEOUT', `${name} took longer than ${args.timeoutMs} ms and was ended`, {
        data,
        hint: 'Give more time with timeoutMs, or start it in the background.',
      });
    if (exitCode === 0 || isAnswer(argv, exitCode)) return data;
    throw new ToolError(
      'EXEC_FAILED',
      `${name} ended with ${exitCode === null ? signal : `exit code ${exitCode}`}`,
      {
        data,
      },
    );
  },
  toText: ({ stdout, stderr, exitCode }) =>
    [stdout.trimEnd(), stderr.trimEnd(), ...(exitCode === 0 ? [] : [`exit code ${exitCode ?? 'none'}`])]
      .filter((text) => text !== '')
      .join('\n'),
});

function wordsOf({ command, argv = [] }: z.output<typeof input>): Argv {
  if (command !== undefined) return parseCommand(command);
  const [program = '', ...args] = argv;
  if (program === '') throw new ToolError('VALIDATION', 'argv names no program');
  return [program, ...args];
}
