import * as z from 'zod';
import { ToolError } from '../../core/errors.ts';
import { defineTool } from '../../core/tool/tool.ts';
import { collection, filter } from './fields.ts';

export const ragDelete = defineTool({
  name: 'rag_delete',
  pack: 'rag',
  title: 'Delete documents',
  description:
    'Delete documents from the knowledge base by id or by filter. Files on the disk are not touched.',
  input: z.strictObject({
    ids: z.array(z.string()).min(1).max(10_000).optional().describe('Ids of documents'),
    filter: filter.optional(),
    collection,
  }),
  output: z.strictObject({ deleted: z.number().describe('Documents that were there') }),
  effects: ['write', 'delete'],
  risk: 'LOW',
  run: async (ctx, { ids, filter: where, collection: name }) => {
    if ((ids === undefined) === (where === undefined))
      throw new ToolError('VALIDATION', 'rag_delete takes either ids or filter', {
        hint: 'Give the ids of documents, or a filter on their metadata.',
      });
    return ctx.knowledge.remove(name, ids ? { ids } : { filter: where ?? {} });
  },
  toText: ({ deleted }) => `Deleted ${deleted} ${deleted === 1 ? 'document' : 'documents'}`,
});
