import * as z from 'zod';
import { counted } from '../../core/text/counted.ts';
import { defineTool } from '../../core/tool/tool.ts';
import {
  definition,
  definitionLine,
  index,
  shownDefinition,
  symbolQuery,
  trust,
  trustLine,
} from './fields.ts';

export const findReferences = defineTool({
  name: 'context_find_references',
  pack: 'context',
  title: 'Find references',
  description:
    'Find where a symbol is used, through imports, re-exports and aliases. Name the file that defines it (path) where the name is common, and the line for members. search_text finds plain text.',
  input: z.strictObject({
    ...symbolQuery,
    limit: z.number().int().min(1).max(5000).default(200).describe('Most references'),
  }),
  output: z.strictObject({
    symbol: z.string().describe('As asked'),
    definitions: z.array(definition).describe('What was taken to be meant'),
    references: z
      .array(
        z.strictObject({
          file: z.string().describe('Relative to the current directory where it is in it'),
          line: z.number().describe('Line'),
          column: z.number().describe('From 1, in UTF-16 units'),
          context: z.string().describe('The line, trimmed'),
        }),
      )
      .describe('With declarations and imports, in the order of files and lines'),
    total: z.number().describe('All references, shown or not'),
    files: z.number().describe('Files they are in'),
    truncated: z.boolean().describe('There are more than shown'),
    index,
    ...trust,
  }),
  effects: ['read'],
  risk: 'SAFE',
  aliases: { findReferences: {} },
  timeoutMs: 30_000,
  touches: ({ path }) => [{ kind: 'path', access: 'list', path }],
  run: async (ctx, { limit, ...query }) => {
    const { definitions, references, total, ...rest } = await ctx.code.references(query, limit);
    return {
      symbol: query.symbol,
      definitions: definitions.map(shownDefinition),
      references: references.map((one) => ({ ...one })),
      total,
      truncated: total > references.length,
      ...rest,
      index: { ...rest.index },
    };
  },
  toText: ({ references, definitions, total, files, truncated, ...answer }) => {
    const byFile = Map.groupBy(references, ({ file }) => file);
    return [
      ...(definitions.length > 0
        ? ['Defined at:', ...definitions.map((one) => `  ${definitionLine(one)}`)]
        : []),
      total === 0
        ? `No reference to ${answer.symbol} found`
        : `${counted(total, 'reference')} in ${counted(files, 'file')}${truncated ? `, the first ${references.length}` : ''}:`,
      ...[...byFile].flatMap(([file, of]) => [
        file,
        ...of.map(({ line, column, context }) => `  ${line}:${column} ${context}`),
      ]),
      trustLine(answer),
    ].join('\n');
  },
});
