import * as z from 'zod';
import { toToolError } from '../../core/errors.ts';
import { counted } from '../../core/text/counted.ts';
import { defineTool, type ToolContext } from '../../core/tool/tool.ts';
import { changedBy, inWords, type Operation, operation, riskOf } from './batch-operation.ts';
import { changesOn, host, hostPreview, together } from './fields.ts';
import { checkAnyDone } from './nothing-done.ts';
import { pathsOn } from './path-risk.ts';

const result = z.strictObject({
  op: z.string().describe('What was asked for'),
  path: z.string().describe('As given'),
  ok: z.boolean().describe('It is done'),
  data: z.record(z.string(), z.unknown()).optional().describe('What it answered'),
  error: z.string().optional().describe('Why it failed'),
  skipped: z.boolean().optional().describe('Left out, since an earlier one failed'),
});

export const batch = defineTool({
  name: 'acp_remote_batch',
  pack: 'remote',
  title: 'Several remote file operations',
  description: 'Do several file operations on one remote machine in a single call, in order.',
  input: z.strictObject({
    host,
    operations: z.array(operation).min(1).max(100).describe('In order'),
    stopOnError: z.boolean().default(true).describe('Leave the rest out after one failed'),
  }),
  output: z.strictObject({
    results: z.array(result).describe('One for each operation'),
    succeeded: z.number().describe('Operations that are done'),
    failed: z.number().describe('Those that failed'),
    skipped: z.number().describe('Those that were left out, since an earlier one failed'),
  }),
  isText: true,
  effects: ['read', 'write', 'delete'],
  risk: async ({ host: name, operations }, judge) => {
    const parts = await Promise.all(operations.map((one) => riskOf(one, pathsOn(name, judge))));
    return together(...parts, judge.remoteHost(name));
  },
  timeoutMs: 300_000,
  touches: ({ host: name, operations }) => [changesOn(name, ...operations.flatMap(changedBy))],
  preview: async ({ host: name, operations }, ctx) =>
    hostPreview(operations.map(inWords).join('\n'), name, ctx),
  run: async (ctx, { host: name, operations, stopOnError }) => {
    const results: Result[] = [];
    const reads = operations.filter(({ op }) => op === 'read').length;
    for (const one of operations) {
      const hasFailed = results.some(({ ok }) => !ok);
      results.push(
        hasFailed && stopOnError
          ? { op: one.op, path: one.path, ok: false, skipped: true }
          : await doOne(ctx, name, one, reads),
      );
      ctx.progress(results.length, operations.length);
    }
    const succeeded = results.filter(({ ok }) => ok).length;
    const skipped = results.filter((one) => one.skipped).length;
    const data = { results, succeeded, failed: results.length - succeeded - skipped, skipped };
    return checkAnyDone(
      data,
      results.length === 1 ? 'The operation failed' : `None of ${results.length} operations succeeded`,
    );
  },
  toText: ({ results }) => results.map(resultText).join('\n'),
});

type Result = z.output<typeof result>;

function resultText({ op, path: at, ok, data = {}, error, skipped }: Result): string {
  const head = `== ${op} ${at}`;
  if (skipped) return `${head}: left out, since an earlier one failed`;
  if (!ok) return `${head}: ${error}`;
  if (op !== 'read') return `${head}\n${JSON.stringify(data)}`;
  const { content, size, nextOffset } = data;
  const rest =
    nextOffset === undefined
      ? ''
      : `\n[${counted(Number(size), 'byte')} in all; acp_remote_read_file goes on with offset ${nextOffset}]`;
  return `${head}\n${content}${rest}`;
}

async function doOne(ctx: ToolContext, name: string, one: Operation, reads: number): Promise<Result> {
  try {
    return { op: one.op, path: one.path, ok: true, data: { ...(await act(ctx, name, one, reads)) } };
  } catch (error) {
    // A cancelled call does nothing more.
    if (ctx.signal.aborted) throw error;
    const { code, message, hint } = toToolError(error);
    return {
      op: one.op,
      path: one.path,
      ok: false,
      error: `${code}: ${message}${hint === undefined ? '' : `. ${hint}`}`,
    };
  }
}

async function act({ remote }: ToolContext, name: string, one: Operation, reads: number): Promise<object> {
  switch (one.op) {
    case 'read':
      return remote.read(name, one.path, { ...one, sharedBy: reads });
    case 'write': {
      const bytes = Buffer.from(one.content, one.encoding === 'base64' ? 'base64' : 'utf8');
      return remote.write(name, one.path, { ...one, bytes });
    }
    case 'mkdir':
      return remote.makeDirectory(name, one.path, { parents: true });
    case 'delete':
      return remote.delete(name, one.path, one);
    case 'move':
      return remote.move(name, one.path, one.to, one);
    case 'chmod':
      return remote.chmod(name, one.path, one);
    case 'stat':
      return remote.stat(name, one.path);
    case 'list':
      return remote.list(name, one.path, { recursive: false, includeHidden: true, limit: 1000 });
  }
}
