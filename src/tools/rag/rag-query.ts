import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { collection, filter, vectors } from './fields.ts';

const result = z.strictObject({
  id: z.string().describe('Of the document'),
  content: z.string().describe('The part that fits best'),
  metadata: z.record(z.string(), z.json()).describe('Of the document'),
  relevanceScore: z.number().describe('Higher is better'),
  signals: z
    .strictObject({
      lexical: z.number().describe('By words, 0 to 1'),
      vector: z.number().optional().describe('By meaning, a cosine; absent without a vector'),
      path: z.number().describe('By the name of the file'),
      definition: z.number().describe('By names that are defined in it'),
    })
    .describe('What the score is made of'),
  path: z.string().optional().describe('File it stands in'),
  startLine: z.number().describe('First line of content'),
  endLine: z.number().describe('Last line of content'),
  alsoAt: z
    .array(
      z.strictObject({
        startLine: z.number().describe('First line'),
        endLine: z.number().describe('Last line'),
      }),
    )
    .describe('Other parts of the document that fit'),
});

export const ragQuery = defineTool({
  name: 'rag_query',
  pack: 'rag',
  title: 'Search the knowledge base',
  description:
    'Search indexed documents and code by words and meaning at once. search_text finds exact text in files.',
  input: z.strictObject({
    query: z.string().trim().min(1).max(8192).describe('A question, words or a name'),
    topK: z.number().int().min(1).max(100).default(5).describe('Most documents'),
    filter: filter.optional(),
    collection,
  }),
  output: z.strictObject({
    results: z.array(result).describe('Best first, each document once'),
    scores: z.array(z.number()).describe('Their relevanceScore'),
    totalFound: z.number().describe('Documents that came into question'),
    mode: z.enum(['hybrid', 'lexical']).describe('lexical: no vectors were used'),
    vectors,
    notes: z.array(z.string()).describe('What limits the answer'),
  }),
  isText: true,
  effects: ['read'],
  risk: 'SAFE',
  isCore: true,
  aliases: { semanticSearch: {} },
  run: async (ctx, { query, topK, filter: where, collection: name }) => {
    const { results, ...rest } = await ctx.knowledge.query(name, query, { topK, filter: where });
    return {
      ...rest,
      notes: [...rest.notes],
      results: results.map(({ path, signals: { vector, ...signals }, metadata, ...one }) => ({
        ...one,
        // Sound: metadata came in as JSON.
        metadata: { ...metadata } as Record<string, z.core.util.JSONType>,
        signals: { ...signals, ...(vector !== undefined && { vector }) },
        ...(path !== undefined && { path }),
        alsoAt: [...one.alsoAt],
      })),
      scores: results.map(({ relevanceScore }) => relevanceScore),
    };
  },
  toText: ({ results, mode, notes }) =>
    [
      ...(results.length === 0 ? ['Nothing found.'] : []),
      ...results.map(
        ({ id, path, startLine, endLine, relevanceScore, content, alsoAt }, at) =>
          `${at + 1}. ${path === undefined ? id : `${path}:${startLine}-${endLine}`} (${relevanceScore.toFixed(3)})${
            alsoAt.length > 0
              ? ` also at ${alsoAt.map((one) => `${one.startLine}-${one.endLine}`).join(', ')}`
              : ''
          }\n${content}\n`,
      ),
      ...(mode === 'lexical' && results.length > 0 ? ['Found by words alone.'] : []),
      ...notes,
    ].join('\n'),
});
