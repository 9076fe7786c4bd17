import * as z from 'zod';
import { withoutEnd } from '../../../core/text/trim-end.ts';
import { askService, ServiceFailure } from '../ask-service.ts';
import { shorten, toLine } from '../plain-text.ts';
import type { Quotas } from '../quotas.ts';
import { toParameters } from '../search/provider.ts';
import type { WebParts } from '../web.ts';
import type { CodeQuery } from './search-code.ts';

/** A question on Stack Overflow. */
export interface Question {
  readonly title: string;
  readonly url: string;
  readonly score: number;
  readonly answered: boolean;
  readonly excerpt: string;
}

const answerSchema = z.object({
  items: z.array(
    z.object({
      title: z.string(),
      link: z.string(),
      score: z.number(),
      is_answered: z.boolean(),
      body: z.string().nullish(),
      // Services that stand in for it answer with this one.
      body_markdown: z.string().nullish(),
    }),
  ),
  backoff: z.number().nullish(),
});

const EXCERPT_LENGTH = 300;

export async function searchStackOverflow(
  { query, language, maxResults }: CodeQuery,
  { settings }: WebParts,
  signal: AbortSignal,
  quotas: Quotas,
): Promise<Question[]> {
  const parameters = toParameters({
    q: query,
    site: 'stackoverflow',
    sort: 'relevance',
    order: 'desc',
    pagesize: String(maxResults),
    filter: 'withbody',
    tagged: language?.toLowerCase(),
  });
  const body = await askService(
    {
      url: `${withoutEnd(settings.stackExchangeUrl, '/')}/2.3/search/advanced?${parameters}`,
      headers: { accept: 'application/json' },
    },
    { timeoutMs: settings.providerTimeoutMs, retries: settings.retries, signal, key: '' },
  );
  const { success, data } = answerSchema.safeParse(body);
  if (!success) throw new ServiceFailure('its answer has an unknown format');
  // Who goes on asking is shut out.
  quotas.pause('stackoverflow', (data.backoff ?? 0) * 1000);
  return data.items.slice(0, maxResults).map((item) => ({
    title: toLine(item.title),
    url: item.link,
    score: item.score,
    answered: item.is_answered,
    excerpt: shorten(toLine(item.body ?? item.body_markdown ?? ''), EXCERPT_LENGTH),
  }));
}
