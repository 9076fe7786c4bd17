import * as z from 'zod';
import { toToolError } from '../../core/errors.ts';
import { defineTool, type ToolContext } from '../../core/tool/tool.ts';
import type { Executed, ExecuteSpec } from '../../engines/ssh/remote.ts';
import { isAnswer } from '../shell/answers-by-exit.ts';
import {
  commandInput,
  commandOutput,
  commandPreview,
  commandResult,
  commandRisk,
  toData,
} from './command.ts';
import { together } from './fields.ts';
import { checkAnyDone } from './nothing-done.ts';

const { stdin: _, ...input } = commandInput;

const result = z.strictObject({
  host: z.string().describe('Where it ran'),
  ok: z.boolean().describe('It ran and succeeded'),
  ...commandOutput,
  error: z.string().optional().describe('Why it did not run, or did not succeed'),
  skipped: z.boolean().optional().describe('Not started, since another failed'),
});
type Result = z.output<typeof result>;

export const executeMany = defineTool({
  name: 'acp_remote_execute_many',
  pack: 'remote',
  title: 'Run a command on many hosts',
  description:
    'Run one shell command on several remote machines at once; one that fails does not stop the others.',
  input: z.strictObject({
    hosts: z.array(z.string().min(1).max(100)).min(1).max(100).describe('Names of hosts'),
    ...input,
    maxParallel: z.number().int().min(1).max(32).default(8).describe('Hosts at the same time'),
    stopOnError: z.boolean().default(false).describe('Start no more after one failed'),
  }),
  output: z.strictObject({
    results: z.array(result).describe('In the order of hosts'),
    succeeded: z.number().describe('Hosts where it succeeded'),
    failed: z.number().describe('Hosts where it did not'),
    skipped: z.number().describe('Hosts where it was not started, since another failed'),
  }),
  isText: true,
  effects: ['read', 'write', 'delete', 'exec', 'network'],
  risk: ({ hosts, ...args }, judge) =>
    together(...hosts.flatMap((name) => [commandRisk(args, judge, name), judge.remoteHost(name)])),
  timeoutMs: 3_600_000,
  touches: ({ hosts }) => hosts.map((name) => ({ kind: 'host' as const, host: name })),
  preview: ({ hosts, ...args }, ctx) => commandPreview(args, hosts, ctx),
  run: async (ctx, { hosts, maxParallel, stopOnError, timeout, ...spec }) => {
    const names = [...new Set(hosts)];
    const results: Result[] = [];
    let next = 0;
    let hasFailed = false;
    const runOn = async (): Promise<void> => {
      for (let at = next++; at < names.length; at = next++) {
        const name = names[at] ?? '';
        results[at] =
          hasFailed && stopOnError
            ? skipped(name)
            : await runOne(ctx, name, { ...spec, timeoutMs: timeout * 1000, sharedBy: names.length });
        hasFailed ||= !results[at]?.ok;
        ctx.progress(
          results.filter(Boolean).length,
          names.length,
          `${name}: ${results[at]?.ok ? 'done' : 'failed'}`,
        );
      }
    };
    await Promise.all(Array.from({ length: Math.min(maxParallel, names.length) }, runOn));
    const succeeded = results.filter(({ ok }) => ok).length;
    const left = results.filter((one) => one.skipped).length;
    const data = { results, succeeded, failed: results.length - succeeded - left, skipped: left };
    return checkAnyDone(
      data,
      names.length === 1
        ? `The command did not succeed on ${names[0]}`
        : `The command succeeded on none of ${names.length} hosts`,
    );
  },
  toText: ({ results }) => results.map(hostResult).join('\n'),
});

function hostResult(one: Result): string {
  if (one.skipped) return `== ${one.host}: not started, since another host failed`;
  if (one.error === undefined) return `== ${one.host}\n${commandResult(one)}`;
  const printed = `${one.stdout}${one.stderr}`.trim() === '' ? '' : `\n${commandResult(one)}`;
  return `== ${one.host}: ${one.error}${printed}`;
}

async function runOne(ctx: ToolContext, host: string, spec: ExecuteSpec): Promise<Result> {
  try {
    const executed = await ctx.remote.execute(host, spec);
    const why = failure(executed, spec.command);
    return { host, ok: why === undefined, ...toData(executed), ...(why !== undefined && { error: why }) };
  } catch (error) {
    const { code, message } = toToolError(error);
    return { ...skipped(host), skipped: undefined, error: `${code}: ${message}` };
  }
}

function failure(
  { timedOut, cancelled, exitCode, signal, stderr }: Executed,
  command: string,
): string | undefined {
  if (timedOut) return 'TIMEOUT: its time was over';
  if (cancelled) return 'CANCELLED: it was stopped';
  if (isAnswer(command, exitCode, stderr.text)) return undefined;
  return exitCode === null ? `ended by ${signal}` : `exit code ${exitCode}`;
}

const skipped = (host: string): Result => ({
  host,
  ok: false,
  stdout: '',
  stderr: '',
  exitCode: null,
  timedOut: false,
  durationMs: 0,
  truncated: false,
  skipped: true,
});
