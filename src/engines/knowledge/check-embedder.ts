import { ToolError } from '../../core/errors.ts';
import type { Embedder } from '../../core/knowledge/embedder.ts';
import type { CollectionFacts } from '../../core/knowledge/vector-store.ts';

/** Vectors of two models say nothing to each other; mixed, every answer would be wrong without a sign of it. */
export function checkEmbedder({ name, embedder: own }: CollectionFacts, { id }: Embedder): void {
  if (own === undefined || own === id) return;
  throw new ToolError(
    'CONFLICT',
    `The collection "${name}" was made with the embedder ${own}; now ${id} is configured, and vectors of two embedders cannot be mixed`,
    {
      hint: `A person can rebuild it with \`toolgate knowledge reindex ${name}\`, or set knowledge.embedder back.`,
    },
  );
}
