import type { FlexibleSchema } from 'ai';
import type { CatalogEntry } from '../core/tool/registry.ts';

type JsonSchema = Record<string, unknown>;

/**
 * A published schema as the AI SDK takes schemas of any library (Standard Schema), so that nothing of the SDK has to
 * be loaded for it. Every value passes: the gate validates, and its error tells the model what is wrong.
 */
export function inputSchemaOf({ inputSchema }: CatalogEntry): FlexibleSchema<unknown> {
  let own: JsonSchema | undefined;
  // A copy: the SDK closes objects inside it.
  const input = (): JsonSchema => (own ??= structuredClone<JsonSchema>(inputSchema));
  return {
    '~standard': {
      version: 1,
      vendor: 'toolgate',
      validate: (value) => ({ value }),
      jsonSchema: { input, output: input },
    },
  };
}
