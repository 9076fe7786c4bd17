import * as z from 'zod';
import { ToolError } from '../../core/errors.ts';
import { counted } from '../../core/text/counted.ts';
import { defineTool } from '../../core/tool/tool.ts';
import { collection, document, metadata, vectors, vectorsText } from './fields.ts';

const problem = z.strictObject({
  name: z.string().describe('Path or document'),
  reason: z.string().describe('Why it was left out'),
});

export const ragIndex = defineTool({
  name: 'rag_index',
  pack: 'rag',
  title: 'Index into the knowledge base',
  description:
    'Index documents, or a file or directory (code, Markdown, HTML, PDF, DOCX, text), for rag_query. Paths stay up to date by themselves.',
  input: z.strictObject({
    documents: z.array(document).min(1).max(2000).optional().describe('Documents by value'),
    path: z.string().min(1).optional().describe('File or directory, instead of documents'),
    collection,
    metadata: metadata.optional(),
    includeIgnored: z.boolean().default(false).describe('With path: ignored files, too'),
  }),
  output: z.strictObject({
    collection: z.string().describe('Where it is now'),
    indexed: z.number().describe('Documents or files that were read'),
    added: z.number().optional().describe('New ones'),
    replaced: z.number().optional().describe('Those whose id was known'),
    unchanged: z.number().describe('Same as before'),
    removed: z.number().optional().describe('Files that are gone'),
    chunks: z.number().optional().describe('Parts the documents were cut into'),
    path: z.string().optional().describe('The path, links resolved'),
    state: z
      .enum(['done', 'indexing'])
      .describe('indexing: files are still read; rag_list_collections shows how far it is'),
    filesDone: z.number().optional().describe('Files read so far'),
    filesTotal: z.number().optional().describe('Files to read'),
    skipped: z.record(z.string(), z.number()).describe('Files left out, by reason'),
    made: z
      .array(
        z.strictObject({
          number: z.number().describe('Of the document in this call, from 1'),
          id: z.string().describe('For rag_update and rag_delete'),
        }),
      )
      .optional()
      .describe('Ids made for documents that came without one'),
    failed: z.array(problem).describe('What was not indexed'),
    vectors,
  }),
  effects: ['write'],
  risk: 'LOW',
  timeoutMs: 120_000,
  touches: ({ path }) => (path === undefined ? [] : [{ kind: 'path', access: 'read', path }]),
  run: async (ctx, { documents, path, collection: name, metadata: facts = {}, includeIgnored }) => {
    if ((documents === undefined) === (path === undefined))
      throw new ToolError('VALIDATION', 'rag_index takes either documents or path', {
        hint: 'Give documents to index texts by value, or path to index files.',
      });
    if (documents) {
      const { failed, made, ...done } = await ctx.knowledge.index(name, documents, facts);
      return {
        ...done,
        ...(made.length > 0 && { made: [...made] }),
        state: 'done' as const,
        skipped: {},
        failed: failed.map(({ document: which, reason }) => ({ name: which, reason })),
      };
    }
    const onProgress = (done: number, total: number, message: string) => ctx.progress(done, total, message);
    const source = await ctx.knowledge.indexPath(name, path ?? '.', {
      includeIgnored,
      metadata: facts,
      onProgress,
    });
    const { report } = source;
    return {
      collection: name,
      path: source.path,
      indexed: report?.indexed ?? source.done,
      unchanged: report?.unchanged ?? 0,
      removed: report?.removed ?? 0,
      state: source.state === 'scanning' ? ('indexing' as const) : ('done' as const),
      ...(source.state === 'scanning' && { filesDone: source.done, filesTotal: source.total }),
      skipped: { ...report?.skipped },
      failed: (report?.problems ?? []).map((one) => ({ name: one.path, reason: one.reason })),
      vectors: source.vectors,
    };
  },
  toText: ({
    collection: name,
    indexed,
    unchanged,
    removed,
    state,
    filesDone,
    filesTotal,
    skipped,
    made = [],
    failed,
    vectors: ready,
  }) =>
    [
      state === 'indexing'
        ? `Indexing into "${name}" goes on: ${filesDone} of ${counted(filesTotal ?? 0, 'file')} read.`
        : `Indexed ${indexed} into "${name}" (${unchanged} unchanged${removed ? `, ${removed} removed` : ''}); ${vectorsText(ready)}.`,
      ...(Object.keys(skipped).length > 0
        ? [
            `Left out: ${Object.entries(skipped)
              .map(([reason, count]) => `${count} ${inWords(reason)}`)
              .join(', ')}`,
          ]
        : []),
      ...made.map((one) => `number ${one.number} has the id ${one.id}`),
      ...failed.map((one) => `${one.name}: ${one.reason}`),
    ].join('\n'),
});

/** A reason by the name of its field: tooLarge is "too large". */
const inWords = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
