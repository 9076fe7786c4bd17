import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import {
  DATE_RANGES,
  language,
  maxResults,
  query,
  region,
  searchOutput,
  searchPreview,
  searchText,
} from './search-fields.ts';

export const webSearch = defineTool({
  name: 'web_search',
  pack: 'web',
  title: 'Search the web',
  description:
    'Search the web. Returns titles, addresses and snippets; read a page with web_fetch. Use web_search_news for news and web_search_code for code.',
  input: z.strictObject({
    query,
    maxResults,
    dateRange: z.enum(DATE_RANGES).default('all').describe('How recent the pages must be'),
    language,
    region,
  }),
  output: searchOutput,
  isText: true,
  effects: ['read', 'network'],
  risk: 'LOW',
  isCore: true,
  aliases: { 'web-search': {}, webSearch: {} },
  preview: (args) => searchPreview('the web', args),
  run: (ctx, args) => ctx.web.search({ kind: 'web', ...args }),
  toText: searchText,
});
