import * as z from 'zod';
import { counted } from '../../core/text/counted.ts';
import { defineTool } from '../../core/tool/tool.ts';
import { collection } from './fields.ts';

export const ragDeleteCollection = defineTool({
  name: 'rag_delete_collection',
  pack: 'rag',
  title: 'Delete a collection',
  description: 'Delete a collection with everything in it. Files on the disk are not touched.',
  input: z.strictObject({ collection: collection.unwrap().describe('Name of the collection') }),
  output: z.strictObject({
    collection: z.string().describe('What was deleted'),
    documents: z.number().describe('Documents that were in it'),
  }),
  effects: ['write', 'delete'],
  risk: 'MEDIUM',
  run: async (ctx, { collection: name }) => ({
    collection: name,
    ...(await ctx.knowledge.dropCollection(name)),
  }),
  toText: ({ collection: name, documents }) => `Deleted "${name}" with ${counted(documents, 'document')}`,
});
