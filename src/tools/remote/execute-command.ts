import * as z from 'zod';
import { ToolError } from '../../core/errors.ts';
import { defineTool } from '../../core/tool/tool.ts';
import type { StartedJob } from '../../engines/ssh/jobs/start-job.ts';
import { isAnswer } from '../shell/answers-by-exit.ts';
import { withLasting, withLastingShown } from '../shell/lasting.ts';
import { createOutputProgress } from '../shell/output-progress.ts';
import {
  commandInput,
  commandOutput,
  commandPreview,
  commandResult,
  commandRisk,
  failureOf,
  toData,
} from './command.ts';
import { host, onHost, touchesHost } from './fields.ts';

export const executeCommand = defineTool({
  name: 'acp_remote_execute_command',
  pack: 'remote',
  title: 'Run a remote command',
  description:
    'Run a shell command on a remote machine. It ends with its time or the connection; with background it keeps running, for the process tools.',
  input: z.strictObject({
    host,
    ...commandInput,
    background: z.boolean().default(false).describe('Do not wait; survives the connection'),
  }),
  output: z.strictObject({
    ...commandOutput,
    host: z.string().optional().describe('Where it ran'),
    cwd: z.string().optional().describe('In which directory'),
  }),
  isText: true,
  effects: ['read', 'write', 'delete', 'exec', 'network'],
  risk: (args, judge) =>
    onHost(judge, args.host, withLasting(commandRisk(args, judge, args.host), lastingInWords(args))),
  timeoutMs: 3_600_000,
  touches: touchesHost,
  preview: async (args, ctx) =>
    withLastingShown(await commandPreview(args, [args.host], ctx), lastingInWords(args)),
  run: async (ctx, { host: name, timeout, background, ...given }) => {
    const spec = { ...given, inShell: ctx.caller.setByRun?.inShell };
    if (background) {
      const job = await ctx.remote.start(name, spec);
      const begun = started(job);
      if (job.status !== 'failed' || isAnswer(spec.command, begun.exitCode, job.initialOutput)) return begun;
      const how = begun.exitCode === null ? 'a signal' : String(begun.exitCode);
      throw new ToolError('EXEC_FAILED', `The command on ${job.host} ended at once with ${how}`, {
        data: begun,
      });
    }
    const progress = createOutputProgress(ctx);
    const executed = await ctx.remote.execute(name, {
      ...spec,
      timeoutMs: timeout * 1000,
      onOutput: (_, text) => progress.add(text),
    });
    progress.end();
    const data = { ...toData(executed), host: executed.host, cwd: executed.cwd };
    const failure = failureOf(executed, data);
    if (failure && !isAnswer(spec.command, executed.exitCode, executed.stderr.text)) throw failure;
    return data;
  },
  toText: (data) =>
    data.processId === undefined || data.truncated
      ? commandResult(data)
      : [
          `[started as ${data.processId} on ${data.host}]`,
          data.stdout.trimEnd(),
          ...(data.exitCode === null ? [] : [`[it has ended, exit code ${data.exitCode}]`]),
        ]
          .filter((line) => line !== '')
          .join('\n'),
});

/** What it printed at once, on both streams; the rest is for the process tools. */
const started = ({ processId, host: name, cwd, initialOutput, exitCode = null }: StartedJob) => ({
  processId,
  host: name,
  cwd,
  stdout: initialOutput,
  stderr: '',
  exitCode,
  timedOut: false,
  durationMs: 0,
  truncated: false,
});

const lastingInWords = ({ background }: { readonly background: boolean }): string =>
  background ? 'It goes on there when its agent leaves, and when the connection ends.' : '';
