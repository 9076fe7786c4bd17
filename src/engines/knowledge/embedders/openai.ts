import type { Embedder } from '../../../core/knowledge/embedder.ts';
import { withoutEnd } from '../../../core/text/trim-end.ts';
import { createServiceEmbedder } from './service.ts';

export interface EmbeddingPlace {
  readonly url: string;
  readonly model: string;
  readonly batch: number;
  readonly key?: string | undefined;
  readonly fetch: typeof globalThis.fetch;
}

interface OpenAiAnswer {
  readonly data?: readonly { readonly index?: number; readonly embedding: unknown }[];
}

/** OpenAI, and every service that speaks its interface: LM Studio, vLLM, llama.cpp, Voyage, Mistral. */
export const createOpenAiEmbedder = ({ url, model, batch, key, fetch }: EmbeddingPlace): Embedder =>
  createServiceEmbedder({
    id: `openai:${new URL(url).host}:${model}`,
    url: `${withoutEnd(url, '/')}/embeddings`,
    batch,
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    fetch,
    body: (texts) => ({ model, input: texts, encoding_format: 'float' }),
    // Sound: the caller checks every vector.
    vectors: (answer) =>
      (answer as OpenAiAnswer | undefined)?.data
        ?.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
        .map(({ embedding }) => embedding),
    keyHint: 'Set OPENAI_API_KEY in the environment or with toolgate secrets.',
  });
