import { ToolError } from '../../../core/errors.ts';
import type { Embedder } from '../../../core/knowledge/embedder.ts';

/** What is used of an embedding model of the AI SDK, of its second and later specifications. */
export interface AiSdkEmbeddingModel {
  readonly provider: string;
  readonly modelId: string;
  readonly maxEmbeddingsPerCall: number | undefined | PromiseLike<number | undefined>;
  doEmbed(options: {
    readonly values: string[];
    readonly abortSignal?: AbortSignal;
  }): PromiseLike<{ readonly embeddings: readonly (readonly number[])[] }>;
}

const BATCH = 64;

/** Any embedding model of the AI SDK as an embedder; the SDK itself is not needed here. */
export const createAiSdkEmbedder = (model: AiSdkEmbeddingModel): Embedder => ({
  id: `ai-sdk:${model.provider}:${model.modelId}`,
  width: undefined,
  batch: BATCH,
  embed: async (texts, _kind, signal) => {
    const most = Math.max(1, (await model.maxEmbeddingsPerCall) ?? BATCH);
    const vectors: Float32Array[] = [];
    for (let at = 0; at < texts.length; at += most) {
      const values = texts.slice(at, at + most);
      const { embeddings } = await model.doEmbed({ values, abortSignal: signal });
      if (embeddings.length !== values.length)
        throw new ToolError(
          'UNAVAILABLE',
          `${model.modelId} answered ${embeddings.length} vectors for ${values.length} texts`,
        );
      vectors.push(...embeddings.map((embedding) => Float32Array.from(embedding)));
    }
    return vectors;
  },
  close: async () => {},
});
