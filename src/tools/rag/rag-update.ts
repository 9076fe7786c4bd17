import * as z from 'zod';
import { ToolError } from '../../core/errors.ts';
import { defineTool } from '../../core/tool/tool.ts';
import { collection, document, vectors, vectorsText } from './fields.ts';

export const ragUpdate = defineTool({
  name: 'rag_update',
  pack: 'rag',
  title: 'Replace a document',
  description:
    'Replace one document in the knowledge base, or add it; the old one is there until the new one is.',
  input: z.strictObject({
    id: z.string().min(1).max(2048).describe('Of the document'),
    document: document.describe('The new one; its own id, if any, must be the same'),
    collection,
  }),
  output: z.strictObject({
    id: z.string().describe('Of the document'),
    collection: z.string().describe('Where it is'),
    replaced: z.boolean().describe('False: it is new, or was the same'),
    vectors,
  }),
  effects: ['write'],
  risk: 'LOW',
  run: async (ctx, { id, document: given, collection: name }) => {
    if (given.id !== undefined && given.id !== id)
      throw new ToolError('VALIDATION', `The document's own id "${given.id}" is not "${id}"`, {
        hint: 'Leave out the id inside document.',
      });
    const { replaced, vectors: ready } = await ctx.knowledge.update(name, { ...given, id });
    return { id, collection: name, replaced: replaced > 0, vectors: ready };
  },
  toText: ({ id, collection: name, replaced, vectors: ready }) =>
    `${replaced ? 'Replaced' : 'Wrote'} ${id} in "${name}"; ${vectorsText(ready)}`,
});
