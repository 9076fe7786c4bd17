import type { Candidate, SearchRequest } from '../../../core/knowledge/vector-store.ts';
import type { ChromaClient } from './chroma-client.ts';
import { type ChromaRecord, candidateOf, type Got, isVisible, recordsOf } from './chroma-records.ts';
import { chromaWhere } from './chroma-where.ts';
import { cosine } from './cosine.ts';
import { scoreWords } from './score-words.ts';

const MOST_WORDS = 12;

/** The nearest by vector, and what holds one of the words; both scored here by both measures. */
export async function candidates(
  client: ChromaClient,
  id: string,
  { words, vector, where, roots, limit }: SearchRequest,
  chunks: number,
  signal: AbortSignal,
): Promise<Candidate[]> {
  const filter = where && chromaWhere(where);
  const include = ['documents', 'metadatas', 'embeddings'];
  const near = async (): Promise<Got[]> => {
    if (!vector || chunks === 0) return [];
    const body = {
      query_embeddings: [[...vector]],
      n_results: Math.min(limit * 2, chunks),
      include,
      where: filter,
    };
    const { ids, ...rest } = await client.post<{ [Key in keyof Got]: readonly Got[Key][] | null }>(
      `/collections/${id}/query`,
      body,
      signal,
    );
    return [
      {
        ids: ids?.[0] ?? [],
        documents: rest.documents?.[0] ?? null,
        metadatas: rest.metadatas?.[0] ?? null,
        embeddings: rest.embeddings?.[0] ?? null,
      },
    ];
  };
  const worded = async (): Promise<Got[]> => {
    if (words.length === 0) return [];
    const body = {
      where_document: containing(words.slice(0, MOST_WORDS)),
      where: filter,
      include,
      limit: limit * 3,
    };
    return [await client.post<Got>(`/collections/${id}/get`, body, signal)];
  };
  const got = (await Promise.all([near(), worded()])).flat();
  const seen = new Map<string, { record: ChromaRecord; embedding: readonly number[] | undefined }>();
  for (const one of got)
    recordsOf(one).forEach((record, at) => {
      seen.set(record.id, { record, embedding: one.embeddings?.[at] });
    });
  const visible = [...seen.values()]
    .map(({ record, embedding }) => ({ ...candidateOf(record), embedding }))
    .filter(({ path }) => isVisible(path, roots));
  const scores = scoreWords(words, visible);
  return visible.map(({ embedding, ...candidate }, at) => ({
    ...candidate,
    lexical: scores[at] ?? 0,
    dense: vector && embedding ? cosine(vector, embedding) : undefined,
  }));
}

/** Chroma tells capitals apart; words stand small, and with a capital at the start of a sentence. */
function containing(words: readonly string[]): unknown {
  const spellings = words.flatMap((word) => {
    const start = word.length > 5 ? word.slice(0, -2) : word;
    return [...new Set([start, start.charAt(0).toUpperCase() + start.slice(1)])];
  });
  const parts = spellings.map((spelling) => ({ $contains: spelling }));
  return parts.length === 1 ? parts[0] : { $or: parts };
}
