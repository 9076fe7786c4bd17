import type { Embedder } from '../../../core/knowledge/embedder.ts';
import { withoutEnd } from '../../../core/text/trim-end.ts';
import type { EmbeddingPlace } from './openai.ts';
import { createServiceEmbedder } from './service.ts';

/** A model that Ollama runs, on this machine or another. */
export const createOllamaEmbedder = ({ url, model, batch, fetch }: EmbeddingPlace): Embedder =>
  createServiceEmbedder({
    id: `ollama:${model}`,
    url: `${withoutEnd(url, '/')}/api/embed`,
    batch,
    headers: {},
    fetch,
    body: (texts) => ({ model, input: texts, truncate: true }),
    // Sound: the caller checks every vector.
    vectors: (answer) => (answer as { readonly embeddings?: unknown } | undefined)?.embeddings,
    keyHint: 'Ollama itself needs no key; whatever stands before it does.',
  });
