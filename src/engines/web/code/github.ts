import * as z from 'zod';
import { withoutEnd } from '../../../core/text/trim-end.ts';
import { askService, ServiceFailure } from '../ask-service.ts';
import { shorten, withoutInvisible } from '../plain-text.ts';
import { toParameters } from '../search/provider.ts';
import type { WebParts } from '../web.ts';
import type { CodeQuery } from './search-code.ts';

/** A file whose text matches. */
export interface GithubMatch {
  readonly repository: string;
  readonly path: string;
  readonly url: string;
  readonly snippet: string;
}

const answerSchema = z.object({
  items: z.array(
    z.object({
      path: z.string(),
      html_url: z.string(),
      repository: z.object({ full_name: z.string() }),
      text_matches: z.array(z.object({ fragment: z.string().nullish() })).nullish(),
    }),
  ),
});

const SNIPPET_LENGTH = 600;

export async function searchGithub(
  { query, language, maxResults }: CodeQuery,
  { settings, secret }: WebParts,
  signal: AbortSignal,
): Promise<GithubMatch[]> {
  const key = await secret('GITHUB_TOKEN');
  if (key === undefined)
    throw new ServiceFailure('GITHUB_TOKEN is not set; GitHub searches code for its users only');
  const q = language === undefined ? query : `${query} language:${JSON.stringify(language)}`;
  const body = await askService(
    {
      url: `${withoutEnd(settings.githubUrl, '/')}/search/code?${toParameters({ q, per_page: String(maxResults) })}`,
      headers: {
        // With the matching lines, which the plain answer leaves out.
        accept: 'application/vnd.github.text-match+json',
        authorization: `Bearer ${key}`,
        'x-github-api-version': '2022-11-28',
      },
    },
    { timeoutMs: settings.providerTimeoutMs, retries: settings.retries, signal, key },
  );
  const { success, data } = answerSchema.safeParse(body);
  if (!success) throw new ServiceFailure('its answer has an unknown format');
  return data.items
    .slice(0, maxResults)
    .map(({ path, html_url: url, repository, text_matches: matches }) => ({
      repository: repository.full_name,
      path,
      url,
      snippet: shorten(
        withoutInvisible((matches ?? []).map(({ fragment }) => fragment ?? '').join('\n…\n')),
        SNIPPET_LENGTH,
      ),
    }));
}
