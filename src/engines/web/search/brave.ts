import * as z from 'zod';
import { type Provider, toParameters } from './provider.ts';

const PERIODS = { day: 'pd', week: 'pw', month: 'pm', year: 'py', all: undefined };
// Codes that Brave spells otherwise than ISO 639-1 does.
const LANGUAGES: Readonly<Record<string, string>> = { ja: 'jp', zh: 'zh-hans', pt: 'pt-br', no: 'nb' };

const item = z.object({
  title: z.string().nullish(),
  url: z.string(),
  description: z.string().nullish(),
  page_age: z.string().nullish(),
  age: z.string().nullish(),
});

const answerSchema = z
  .object({
    type: z.string().nullish(),
    results: z.array(item).nullish(),
    web: z.object({ results: z.array(item) }).nullish(),
  })
  // An answer that says neither what it is nor what was found is none.
  .refine(({ type, results, web }) => (type ?? results ?? web ?? undefined) !== undefined);

export const brave: Provider = {
  name: 'brave',
  request: ({ kind, query, maxResults, dateRange, language, region }, base, key) => ({
    url: `${base}/res/v1/${kind}/search?${toParameters({
      q: query,
      count: String(maxResults),
      freshness: PERIODS[dateRange],
      search_lang: language && (LANGUAGES[language.toLowerCase()] ?? language.toLowerCase()),
      country: region?.toUpperCase(),
      text_decorations: kind === 'web' ? 'false' : undefined,
    })}`,
    headers: { accept: 'application/json', 'x-subscription-token': key },
    ignored: [],
  }),
  read: (body, { kind }) => {
    const { web, results } = answerSchema.parse(body);
    // A search of the web that finds nothing has no `web` at all.
    const found = (kind === 'news' ? results : web?.results) ?? [];
    return {
      results: found.map(({ title, url, description, page_age: pageAge, age }) => ({
        title: title ?? '',
        url,
        snippet: description ?? '',
        date: pageAge ?? age,
      })),
    };
  },
};
