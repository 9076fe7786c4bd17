import type { Operation } from '../permissions/permission-manager.ts';
import { envelope, GatedTool } from './gated-tool.ts';
import type { ToolResult } from './mcp-tool.ts';

type Data = Readonly<Record<string, unknown>>;

export interface Document {
  readonly id: string;
  readonly content: string;
  readonly metadata?: Data;
  readonly embedding?: readonly number[];
}

export interface IndexParams {
  readonly documents: readonly Document[];
  readonly collection?: string;
  readonly metadata?: Data;
}

export interface QueryParams {
  readonly query: string;
  readonly topK?: number;
  readonly filter?: Data;
  readonly collection?: string;
}

export interface DeleteParams {
  readonly ids: readonly string[];
  readonly collection?: string;
}

export interface UpdateParams {
  readonly id: string;
  readonly document: Document;
  readonly collection?: string;
}

/** Without an operation it is a query. */
export type RagParams =
  | ({ readonly operation?: 'query' } & QueryParams)
  | ({ readonly operation: 'index' } & IndexParams)
  | ({ readonly operation: 'delete' } & DeleteParams)
  | ({ readonly operation: 'update' } & UpdateParams);

interface Found {
  readonly results: readonly (Document & { readonly relevanceScore: number })[];
  readonly scores: readonly number[];
  readonly totalFound: number;
}

export type QueryResult = ToolResult<Found | null>;
export type IndexResult = ToolResult<{ readonly indexed: number; readonly collection: string } | null>;

export class RAGToolImpl extends GatedTool<RagParams> {
  override readonly name = 'rag';
  override readonly description = 'Semantic search and document retrieval';
  override readonly schema = {
    parameters: {
      operation: {
        type: 'string',
        enum: ['query', 'index', 'delete', 'update'],
        description: 'Default: query',
      },
      query: { type: 'string', description: 'A question, words or a name' },
      topK: { type: 'number', description: 'Most documents' },
      filter: { type: 'object', description: 'On metadata' },
      collection: { type: 'string', description: 'Name of the collection' },
      documents: { type: 'array', description: 'For index' },
      ids: { type: 'array', description: 'For delete' },
      id: { type: 'string', description: 'For update' },
      document: { type: 'object', description: 'For update' },
    },
    required: [],
  };

  override operation({ operation = 'query', ...args }: RagParams): Operation {
    return { tool: `rag_${operation}`, args };
  }

  override async execute(params: RagParams): Promise<ToolResult> {
    return envelope(await this.call(this.operation(params)), (data) => data);
  }

  async index(params: IndexParams): Promise<IndexResult> {
    const result = await this.call({ tool: 'rag_index', args: { ...params } });
    return envelope(result, ({ indexed, collection }) => ({
      indexed: Number(indexed),
      collection: String(collection),
    }));
  }

  async query(params: QueryParams): Promise<QueryResult> {
    const result = await this.call({ tool: 'rag_query', args: { ...params } });
    // Sound: the output schema of the tool says so.
    return envelope(
      result,
      ({ results, scores, totalFound }) => ({ results, scores, totalFound }) as unknown as Found,
    );
  }

  async delete(params: DeleteParams): Promise<void> {
    await this.dataOf({ tool: 'rag_delete', args: { ...params } });
  }

  async update(params: UpdateParams): Promise<void> {
    await this.dataOf({ tool: 'rag_update', args: { ...params } });
  }
}
