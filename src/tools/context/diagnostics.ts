import * as z from 'zod';
import { counted } from '../../core/text/counted.ts';
import { defineTool, type ToolContext } from '../../core/tool/tool.ts';
import { trust, trustLine } from './fields.ts';

const diagnostic = z.strictObject({
  file: z.string().describe('Relative to the current directory where it is in it'),
  line: z.number().describe('First line'),
  column: z.number().describe('From 1, in UTF-16 units'),
  endLine: z.number().describe('Last line'),
  endColumn: z.number().describe('Behind the last character'),
  severity: z.enum(['error', 'warning', 'info', 'hint']).describe('How bad it is'),
  message: z.string().describe('What is wrong'),
  code: z.string().optional().describe('Number or name of the rule'),
  source: z.string().optional().describe('Who says so'),
});

const MOST_FILES = 200;

export const diagnostics = defineTool({
  name: 'context_diagnostics',
  pack: 'context',
  title: 'Check source files',
  description:
    'Type errors and warnings of a file, or of all files changed since a commit, from a language server; syntax errors where there is none. Faster than a build. ci_build runs the whole build.',
  input: z.strictObject({
    path: z.string().default('.').describe('File; with since, a directory of the repository'),
    since: z.string().optional().describe('Check what differs from this commit, branch or tag, such as HEAD'),
  }),
  output: z.strictObject({
    diagnostics: z.array(diagnostic).describe('Errors first'),
    errors: z.number().describe('How many are errors'),
    warnings: z.number().describe('How many are warnings'),
    filesChecked: z.array(z.string()).describe('Files that were looked at'),
    ...trust,
  }),
  effects: ['read'],
  risk: 'SAFE',
  timeoutMs: 30_000,
  touches: ({ path }) => [{ kind: 'path', access: 'read', path }],
  run: async (ctx, args) => {
    const files = args.since === undefined ? [args.path] : await changedFiles(ctx, args.path, args.since);
    const {
      diagnostics: found,
      filesChecked,
      ...rest
    } = await ctx.code.diagnostics(files.slice(0, MOST_FILES), { onlyCode: args.since !== undefined });
    const sorted = found.toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
    const isCut = files.length > MOST_FILES;
    return {
      ...rest,
      ...(isCut && {
        complete: false,
        reason: `${files.length} files changed; the first ${MOST_FILES} were checked`,
      }),
      diagnostics: sorted.map((one) => ({ ...one })),
      errors: found.filter(({ severity }) => severity === 'error').length,
      warnings: found.filter(({ severity }) => severity === 'warning').length,
      filesChecked: [...filesChecked],
    };
  },
  toText: ({ diagnostics: found, filesChecked, ...answer }) =>
    [
      ...found.map(
        ({ file, line, column, severity, message, code }) =>
          `${file}:${line}:${column} ${severity}${code === undefined ? '' : ` ${code}`}: ${message}`,
      ),
      `${counted(answer.errors, 'error')}, ${counted(answer.warnings, 'warning')} in ${counted(filesChecked.length, 'file')}`,
      trustLine(answer),
    ].join('\n'),
});

const ORDER = ['error', 'warning', 'info', 'hint'];

/** Files that are there and differ, new ones too; what was deleted cannot be checked. */
async function changedFiles(ctx: ToolContext, path: string, since: string): Promise<string[]> {
  const [{ files }, { root, untracked }] = await Promise.all([
    ctx.git.diff(path, { staged: false, ref: since, maxBytes: 1 }),
    ctx.git.status(path),
  ]);
  const there = files.filter(({ change }) => change !== 'deleted').map(({ path: file }) => file);
  return [...there, ...untracked].map((file) => `${root}/${file}`);
}
