import type { Operation } from '../permissions/permission-manager.ts';
import { envelope, GatedTool } from './gated-tool.ts';
import type { ToolResult } from './mcp-tool.ts';

export interface SearchParams {
  readonly query: string;
  readonly maxResults?: number;
  readonly dateRange?: 'day' | 'week' | 'month' | 'year' | 'all';
  readonly language?: string;
  readonly region?: string;
}

export interface CodeSearchParams {
  readonly query: string;
  readonly language?: string;
  readonly maxResults?: number;
}

interface WebPage {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  readonly date?: string;
  readonly domain: string;
  readonly relevanceScore?: number;
}

interface Found {
  readonly results: readonly WebPage[];
  readonly totalResults: number;
  /** Milliseconds. */
  readonly searchTime: number;
}

interface FoundCode {
  readonly github: readonly { repository: string; path: string; url: string; snippet: string }[];
  readonly stackoverflow: readonly {
    title: string;
    url: string;
    score: number;
    answered: boolean;
    excerpt: string;
  }[];
}

export type SearchResult = ToolResult<Found | null>;
export type CodeSearchResult = ToolResult<FoundCode | null>;

export class WebSearchToolImpl extends GatedTool<SearchParams, SearchResult> {
  override readonly name = 'web-search';
  override readonly description = 'Search the web for information';
  override readonly schema = {
    parameters: {
      query: { type: 'string', description: 'What to search for' },
      maxResults: { type: 'number', description: 'Results to return' },
      dateRange: { type: 'string', enum: ['day', 'week', 'month', 'year', 'all'], description: 'How recent' },
      language: { type: 'string', description: 'Language of the results' },
      region: { type: 'string', description: 'Country of the results' },
    },
    required: ['query'],
  };

  override operation(params: SearchParams): Operation {
    return { tool: 'web_search', args: { ...params } };
  }

  override execute(params: SearchParams): Promise<SearchResult> {
    return this.search(params);
  }

  async search(params: SearchParams): Promise<SearchResult> {
    return envelope(await this.call(this.operation(params)), foundIn);
  }

  async searchNews(params: SearchParams): Promise<SearchResult> {
    return envelope(await this.call({ tool: 'web_search_news', args: { ...params } }), foundIn);
  }

  async searchCode(params: CodeSearchParams): Promise<CodeSearchResult> {
    const result = await this.call({ tool: 'web_search_code', args: { ...params } });
    // Sound: the output schema of the tool says so.
    return envelope(result, ({ github, stackoverflow }) => ({ github, stackoverflow }) as FoundCode);
  }
}

// Sound: the output schema of both tools says so.
const foundIn = ({ results, totalResults, searchTimeMs }: Record<string, unknown>): Found =>
  ({ results, totalResults, searchTime: searchTimeMs }) as Found;
