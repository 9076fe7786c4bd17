import * as z from 'zod';
import { ignoredOf, type Provider } from './provider.ts';

const answerSchema = z.object({
  answer: z.string().nullish(),
  results: z.array(
    z.object({
      title: z.string().nullish(),
      url: z.string(),
      content: z.string().nullish(),
      score: z.number().nullish(),
      published_date: z.string().nullish(),
    }),
  ),
});

export const tavily: Provider = {
  name: 'tavily',
  request: (query, base, key) => {
    const { kind, maxResults, dateRange, region } = query;
    // Countries are a parameter of general searches only.
    const country = kind === 'web' && region !== undefined ? countryName(region) : undefined;
    return {
      url: `${base}/search`,
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({
        query: query.query,
        topic: kind === 'news' ? 'news' : 'general',
        search_depth: 'advanced',
        include_answer: true,
        max_results: maxResults,
        time_range: dateRange === 'all' ? undefined : dateRange,
        country,
      }),
      ignored: ignoredOf(query, country === undefined ? ['language', 'region'] : ['language']),
    };
  },
  read: (body) => {
    const { answer, results } = answerSchema.parse(body);
    return {
      answer: answer ?? undefined,
      results: results.map(({ title, url, content, score, published_date: date }) => ({
        title: title ?? '',
        url,
        snippet: content ?? '',
        date,
        score: score ?? undefined,
      })),
    };
  },
};

// Names that Tavily spells otherwise than Unicode does.
const SPELLED: Readonly<Record<string, string>> = { CZ: 'czech republic', TR: 'turkey', MM: 'myanmar' };

/** Tavily takes English names of countries in lower case. */
function countryName(region: string): string | undefined {
  const code = region.toUpperCase();
  const name = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code);
  return SPELLED[code] ?? name?.toLowerCase().replace('&', 'and');
}
