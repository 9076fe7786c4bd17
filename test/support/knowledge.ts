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
  /** The ids a query finds, best first. */
  ids(query: string, args?: Data): Promise<string[]>;
}

/** A host where the tools of the knowledge base run unasked. */
export function createKnowledgeHost(settings: Data = {}): KnowledgeHost {
  const host = createTestHost({ toolPermissions: ALLOWED, ...settings });
  const data = async (tool: string, args: Data = {}): Promise<Data> => dataOf(await host.call(tool, args));
  const ids = async (query: string, args: Data = {}): Promise<string[]> => {
    // Sound: it is the output of rag_query.
    const { results } = (await data('rag_query', { query, ...args })) as { results: { id: string }[] };
    return results.map(({ id }) => id);
  };
  return { ...host, data, ids };
}
