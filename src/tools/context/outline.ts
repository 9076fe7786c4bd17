import * as z from 'zod';
import { counted } from '../../core/text/counted.ts';
import { defineTool } from '../../core/tool/tool.ts';
import { index, trust, trustLine } from './fields.ts';

export const outline = defineTool({
  name: 'context_outline',
  pack: 'context',
  title: 'Outline a folder',
  description:
    'A map of a folder of code within a token budget: what to read first, its folders, and the files most others use with what they export. Start here in an unknown project; context_get_symbols shows one file.',
  input: z.strictObject({
    path: z.string().default('.').describe('Directory'),
    maxTokens: z.number().int().min(200).max(20_000).default(2000).describe('Budget for the map'),
  }),
  output: z.strictObject({
    path: z.string().describe('The directory'),
    outline: z.string().describe('The map; ←n is how many files import a file'),
    tokens: z.number().describe('Estimate of its size'),
    readFirst: z
      .array(
        z.strictObject({
          file: z.string().describe('Relative to the top of the project'),
          why: z.string().describe('Why it matters'),
        }),
      )
      .describe('Where a newcomer starts'),
    files: z.number().describe('Code files in it'),
    filesShown: z.number().describe('Those in the map'),
    folders: z.number().describe('Folders in it'),
    foldersShown: z.number().describe('Those in the map'),
    index,
    ...trust,
  }),
  effects: ['read'],
  risk: 'SAFE',
  timeoutMs: 30_000,
  touches: ({ path }) => [{ kind: 'path', access: 'list', path }],
  run: async (ctx, { path, maxTokens }) => {
    const { text, readFirst, index: state, ...rest } = await ctx.code.outline(path, maxTokens);
    return { ...rest, outline: text, readFirst: readFirst.map((one) => ({ ...one })), index: { ...state } };
  },
  toText: ({ outline: text, filesShown, files, ...answer }) =>
    [
      text,
      `[${filesShown} of ${counted(files, 'file')} shown]`,
      ...(answer.complete ? [] : [trustLine(answer)]),
    ].join('\n'),
});
