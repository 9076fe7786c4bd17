import * as z from 'zod';
import type { Assessment } from '../../core/call/assessment.ts';
import { toToolError } from '../../core/errors.ts';
import { defineTool, type ToolContext } from '../../core/tool/tool.ts';
import { host, hostPreview, mode, remotePath, together, touchesHost } from './fields.ts';
import {
  chmodRisk,
  deleteRisk,
  type HostPaths,
  makeRisk,
  moveRisk,
  pathsOn,
  readRisk,
  writeRisk,
} from './path-risk.ts';

const path = remotePath.describe('File or directory; ~ is the home');
const recursive = z.boolean().default(false).describe('Everything below it too');

const operation = z.discriminatedUnion('op', [
  z.strictObject({
    op: z.literal('read').describe('Read a file'),
    path,
    encoding: z.enum(['utf-8', 'base64']).default('utf-8').describe('base64: raw bytes'),
    maxSize: z.number().int().min(1).max(1_048_576).default(65_536).describe('Refuse more bytes than this'),
  }),
  z.strictObject({
    op: z.literal('write').describe('Write a file, atomically'),
    path,
    content: z.string().max(1_048_576).describe('All of it'),
    encoding: z.enum(['utf-8', 'base64']).default('utf-8').describe('base64: content is raw bytes'),
    createDirs: z.boolean().default(false).describe('Make missing directories'),
    backup: z.boolean().default(false).describe('Keep the old file'),
    mode: mode.optional().describe('Permissions, octal'),
  }),
  z.strictObject({ op: z.literal('mkdir').describe('Make a directory and those above'), path }),
  z.strictObject({ op: z.literal('delete').describe('Delete'), path, recursive }),
  z.strictObject({
    op: z.literal('move').describe('Move or rename'),
    path,
    to: remotePath.describe('New path, in full'),
    overwrite: z.boolean().default(false).describe('Replace a file that is there'),
  }),
  z.strictObject({
    op: z.literal('chmod').describe('Set permissions'),
    path,
    mode: mode.describe('Octal'),
    recursive,
  }),
  z.strictObject({ op: z.literal('stat').describe('Look at it'), path }),
  z.strictObject({ op: z.literal('list').describe('List a directory'), path }),
]);
type Operation = z.output<typeof operation>;

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
    results: z
      .array(
        z.strictObject({
          op: z.string().describe('What was asked for'),
          path: z.string().describe('As given'),
          ok: z.boolean().describe('It is done'),
          data: z.record(z.string(), z.unknown()).optional().describe('What it answered'),
          error: z.string().optional().describe('Why it failed'),
          skipped: z.boolean().optional().describe('Left out, since an earlier one failed'),
        }),
      )
      .describe('One for each operation'),
    succeeded: z.number().describe('Operations that are done'),
    failed: z.number().describe('Those that failed or were left out'),
  }),
  effects: ['read', 'write', 'delete'],
  risk: async ({ host: name, operations }, judge) => {
    const parts = await Promise.all(operations.map((one) => riskOf(one, pathsOn(name, judge))));
    return together(...parts, judge.remoteHost(name));
  },
  timeoutMs: 300_000,
  touches: touchesHost,
  preview: async ({ host: name, operations }, ctx) =>
    hostPreview(operations.map(shown).join('\n'), name, ctx),
  run: async (ctx, { host: name, operations, stopOnError }) => {
    const results: Done[] = [];
    for (const one of operations) {
      const hasFailed = results.some(({ ok }) => !ok);
      results.push(
        hasFailed && stopOnError
          ? { op: one.op, path: one.path, ok: false, skipped: true }
          : await doOne(ctx, name, one),
      );
      ctx.progress(results.length, operations.length);
    }
    const succeeded = results.filter(({ ok }) => ok).length;
    return { results, succeeded, failed: results.length - succeeded };
  },
});

async function riskOf(one: Operation, paths: HostPaths): Promise<Assessment> {
  switch (one.op) {
    case 'read':
      return readRisk(one.path, paths);
    case 'write':
      return writeRisk(one.path, paths);
    case 'mkdir':
      return makeRisk(one.path, paths);
    case 'delete':
      return deleteRisk(one.path, one.recursive, paths);
    case 'move':
      return moveRisk({ ...one, from: one.path }, paths);
    case 'chmod':
      return chmodRisk(one, paths);
    case 'stat':
    case 'list':
      return { risk: 'SAFE', reasons: [] };
  }
}

interface Done {
  readonly op: string;
  readonly path: string;
  readonly ok: boolean;
  readonly data?: Record<string, unknown>;
  readonly error?: string;
  readonly skipped?: boolean;
}

async function doOne(ctx: ToolContext, name: string, one: Operation): Promise<Done> {
  try {
    return { op: one.op, path: one.path, ok: true, data: { ...(await act(ctx, name, one)) } };
  } catch (error) {
    // A cancelled call does nothing more.
    if (ctx.signal.aborted) throw error;
    const { code, message, hint } = toToolError(error);
    return {
      op: one.op,
      path: one.path,
      ok: false,
      error: `${code}: ${message}${hint === undefined ? '' : ` ${hint}`}`,
    };
  }
}

async function act({ remote }: ToolContext, name: string, one: Operation): Promise<object> {
  switch (one.op) {
    case 'read':
      return remote.read(name, one.path, one);
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

function shown(one: Operation): string {
  const more =
    one.op === 'move' ? ` to ${one.to}` : one.op === 'write' ? `: ${one.content.slice(0, 200)}` : '';
  return `${one.op} ${one.path}${more}`;
}
