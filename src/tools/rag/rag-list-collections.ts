import * as z from 'zod';
import { counted } from '../../core/text/counted.ts';
import { defineTool } from '../../core/tool/tool.ts';
import { vectors, vectorsText } from './fields.ts';

const source = z.strictObject({
  path: z.string().describe('File or directory that was added'),
  state: z
    .enum(['waiting', 'scanning', 'watching', 'scanned', 'failed'])
    .describe('watching: changes are taken in at once; waiting: it is looked at with the next query'),
  filesDone: z.number().describe('Files read in this look'),
  filesTotal: z.number().describe('Files to read in this look'),
  files: z.number().optional().describe('Files it has'),
  skipped: z.record(z.string(), z.number()).describe('Files left out, by reason'),
  error: z.string().optional().describe('Why the last look failed'),
});

export const ragListCollections = defineTool({
  name: 'rag_list_collections',
  pack: 'rag',
  title: 'List collections',
  description: 'Collections of the knowledge base, how large they are, and how far indexing is.',
  input: z.strictObject({}),
  output: z.strictObject({
    collections: z
      .array(
        z.strictObject({
          name: z.string().describe('Name'),
          documents: z.number().describe('Documents and files'),
          chunks: z.number().describe('Parts they were cut into'),
          embedder: z.string().optional().describe('What makes its vectors'),
          vectors,
          sources: z.array(source).describe('Paths that were added'),
        }),
      )
      .describe('By name'),
  }),
  effects: ['read'],
  risk: 'SAFE',
  run: async (ctx) => ({
    collections: (await ctx.knowledge.collections()).map(
      ({ name, documents, chunks, embedder, vectors: done, sources }) => ({
        name,
        documents: documents ?? chunks,
        chunks,
        ...(embedder !== undefined && { embedder }),
        vectors: { done, total: chunks },
        sources: sources.map(({ path, state, done: filesDone, total, report, error }) => ({
          path,
          state,
          filesDone,
          filesTotal: total,
          ...(report?.files !== undefined && { files: report.files }),
          skipped: { ...report?.skipped },
          ...(error !== undefined && { error }),
        })),
      }),
    ),
  }),
  toText: ({ collections }) =>
    collections.length === 0
      ? 'There are no collections; rag_index makes one.'
      : collections
          .map(({ name, documents, vectors: ready, sources }) =>
            [
              `${name}: ${counted(documents, 'document')}, ${vectorsText(ready)}`,
              ...sources.map(
                ({ path, state, filesDone, filesTotal, error }) =>
                  `  ${path}: ${state}${state === 'scanning' ? ` ${filesDone}/${filesTotal}` : ''}${error === undefined ? '' : ` (${error})`}`,
              ),
            ].join('\n'),
          )
          .join('\n'),
});
