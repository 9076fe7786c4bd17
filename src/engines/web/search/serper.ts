import * as z from 'zod';
import type { Provider } from './provider.ts';

const item = z.object({
  title: z.string().nullish(),
  link: z.string(),
  snippet: z.string().nullish(),
  date: z.string().nullish(),
});

const answerSchema = z.object({
  answerBox: z.object({ answer: z.string().nullish(), snippet: z.string().nullish() }).nullish(),
  organic: z.array(item).nullish(),
  news: z.array(item).nullish(),
});

const PERIODS = { day: 'qdr:d', week: 'qdr:w', month: 'qdr:m', year: 'qdr:y', all: undefined };

export const serper: Provider = {
  name: 'serper',
  request: ({ kind, query, maxResults, dateRange, language, region }, base, key) => ({
    url: `${base}/${kind === 'news' ? 'news' : 'search'}`,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({
      q: query,
      num: maxResults,
      tbs: PERIODS[dateRange],
      gl: region?.toLowerCase(),
      hl: language?.toLowerCase(),
    }),
    ignored: [],
  }),
  read: (body, { kind }) => {
    const { answerBox, organic, news } = answerSchema.parse(body);
    const found = kind === 'news' ? news : organic;
    if (!found) throw new Error(`the answer holds no ${kind === 'news' ? 'news' : 'organic results'}`);
    return {
      answer: answerBox?.answer ?? answerBox?.snippet ?? undefined,
      results: found.map(({ title, link, snippet, date }) => ({
        title: title ?? '',
        url: link,
        snippet: snippet ?? '',
        date,
      })),
    };
  },
};
