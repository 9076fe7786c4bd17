import { definePack } from '../../core/tool/registry.ts';

export const web = definePack({
  web_fetch: async () => (await import('./web-fetch.ts')).webFetch,
  web_search: async () => (await import('./web-search.ts')).webSearch,
  web_search_code: async () => (await import('./web-search-code.ts')).webSearchCode,
  web_search_news: async () => (await import('./web-search-news.ts')).webSearchNews,
});
