import { expect } from 'vitest';
import { createTestHost, dataOf, type TestHost } from './host.ts';

type Data = Record<string, unknown>;

const ALLOWED = {
  rag_index: 'allowed',
  rag_update: 'allowed',
  rag_delete: 'allowed',
  rag_delete_collection: 'allowed',
};

export interface KnowledgeHost extends TestHost {
  /** The data of a call that must succeed. */
  data(tool: string, args?: Data): Promise<Data>;
  /** Indexes, and waits until all vectors are there. */
  index(args: Data): Promise<Data>;
  /** The ids a query finds, best first. */
  ids(query: string, args?: Data): Promise<string[]>;
}

/** A host where the tools of the knowledge base run unasked. */
export function createKnowledgeHost(
  settings: Data = {},
  options: Parameters<typeof createTestHost>[1] = {},
): KnowledgeHost {
  const host = createTestHost({ toolPermissions: ALLOWED, ...settings }, options);
  const data = async (tool: string, args: Data = {}): Promise<Data> => dataOf(await host.call(tool, args));
  const index = async (args: Data): Promise<Data> => {
    const done = await data('rag_index', args);
    const isReady = async (): Promise<boolean> => {
      // Sound: it is the output of rag_list_collections.
      const { collections } = (await data('rag_list_collections')) as {
        collections: { vectors: { done: number; total: number } }[];
      };
      return collections.every(({ vectors }) => vectors.done === vectors.total);
    };
    await expect.poll(isReady, { timeout: 25_000 }).toBe(true);
    return done;
  };
  const ids = async (query: string, args: Data = {}): Promise<string[]> => {
    // Sound: it is the output of rag_query.
    const { results } = (await data('rag_query', { query, ...args })) as { results: { id: string }[] };
    return results.map(({ id }) => id);
  };
  return { ...host, data, index, ids };
}
