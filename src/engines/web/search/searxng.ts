import * as z from 'zod';
import { ignoredOf, type Provider, toParameters } from './provider.ts';

const answerSchema = z.object({
  results: z.array(
    z.object({
      title: z.string().nullish(),
      url: z.string(),
      content: z.string().nullish(),
      publishedDate: z.string().nullish(),
      score: z.number().nullish(),
    }),
  ),
  // Plain texts until 2024, objects since.
  answers: z.array(z.union([z.string(), z.object({ answer: z.string().nullish() })])).nullish(),
  unresponsive_engines: z.array(z.array(z.unknown())).nullish(),
});

/** `key` is the authorisation of an instance that asks for a password, or nothing. */
export const searxng: Provider = {
  name: 'searxng',
  request: (query, base, key) => {
    const { kind, dateRange, language, region } = query;
    return {
      url: `${base}/search?${toParameters({
        q: query.query,
        format: 'json',
        categories: kind === 'news' ? 'news' : 'general',
        time_range: dateRange === 'all' ? undefined : dateRange,
        language: language && localeOf(language, region),
      })}`,
      headers: { accept: 'application/json', ...(key !== '' && { authorization: key }) },
      // It knows regions as part of a language only.
      ignored: ignoredOf(query, language === undefined ? ['region'] : []),
    };
  },
  read: (body) => {
    const { results, answers, unresponsive_engines: failed } = answerSchema.parse(body);
    if (results.length === 0 && failed?.length)
      throw new Error(`its engines failed: ${failed.map((words) => words.map(String).join(' ')).join(', ')}`);
    const highest = Math.max(...results.map(({ score }) => score ?? 0));
    const [first] = answers ?? [];
    return {
      answer: typeof first === 'string' ? first : (first?.answer ?? undefined),
      results: results.map(({ title, url, content, publishedDate, score }) => ({
        title: title ?? '',
        url,
        snippet: content ?? '',
        date: publishedDate,
        // Its scores have no upper bound.
        score: score && highest > 0 ? Math.round((score / highest) * 1000) / 1000 : undefined,
      })),
    };
  },
};

const localeOf = (language: string, region: string | undefined): string =>
  region === undefined || language.includes('-') ? language : `${language}-${region.toUpperCase()}`;
