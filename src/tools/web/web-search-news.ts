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

export const webSearchNews = defineTool({
  name: 'web_search_news',
  pack: 'web',
  title: 'Search the news',
  description: 'Search news articles, by default of the last week. Read one with web_fetch.',
  input: z.strictObject({
    query,
    maxResults,
    dateRange: z.enum(DATE_RANGES).default('week').describe('How recent the articles must be'),
    language,
    region,
  }),
  output: searchOutput,
  isText: true,
  effects: ['read', 'network'],
  risk: 'LOW',
  aliases: { searchNews: {} },
  preview: (args) => searchPreview('the news', args),
  run: (ctx, args) => ctx.web.search({ kind: 'news', ...args }),
  toText: searchText,
});
