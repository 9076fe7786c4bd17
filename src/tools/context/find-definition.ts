import * as z from 'zod';
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

export const findDefinition = defineTool({
  name: 'context_find_definition',
  pack: 'context',
  title: 'Find a definition',
  description:
    'Find where a symbol is defined. Give the file (and line) of a use to follow its import; without them, all definitions of that name.',
  input: z.strictObject(symbolQuery),
  output: z.strictObject({
    symbol: z.string().describe('As asked'),
    definitions: z.array(definition).describe('Where it is defined'),
    index,
    ...trust,
  }),
  effects: ['read'],
  risk: 'SAFE',
  timeoutMs: 30_000,
  touches: ({ path }) => [{ kind: 'path', access: 'list', path }],
  run: async (ctx, query) => {
    const { definitions, index: state, ...rest } = await ctx.code.definitions(query);
    return {
      symbol: query.symbol,
      definitions: definitions.map(shownDefinition),
      ...rest,
      index: { ...state },
    };
  },
  toText: ({ symbol, definitions, ...answer }) =>
    [
      ...(definitions.length > 0 ? definitions.map(definitionLine) : [`No definition of ${symbol} found`]),
      trustLine(answer),
    ].join('\n'),
});
