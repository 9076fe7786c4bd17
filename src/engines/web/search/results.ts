import { withoutEnd } from '../../../core/text/trim-end.ts';
import { shorten, toLine } from '../plain-text.ts';
import { toIsoDate } from './dates.ts';
import type { ProviderResult } from './provider.ts';

/** One result, the same from every provider. */
export interface WebResult {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  /** ISO 8601. */
  readonly date?: string;
  readonly domain: string;
  /** 0 to 1, from providers that tell. */
  readonly relevanceScore?: number;
}

const SNIPPET_LENGTH = 1000;

/** What can be shown, each page once, in the provider's order. */
export function toResults(found: readonly ProviderResult[], maxResults: number, now: Date): WebResult[] {
  const byPage = new Map<string, WebResult>();
  for (const one of found) {
    const url = URL.parse(one.url);
    if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) continue;
    const key = pageOf(url);
    if (!byPage.has(key)) byPage.set(key, toResult(one, url, now));
  }
  return [...byPage.values()].slice(0, maxResults);
}

function toResult({ title, snippet, date, score }: ProviderResult, url: URL, now: Date): WebResult {
  const isoDate = date ? toIsoDate(date, now) : undefined;
  return {
    title: toLine(title) || url.hostname,
    url: url.href,
    snippet: shorten(toLine(snippet), SNIPPET_LENGTH),
    ...(isoDate !== undefined && { date: isoDate }),
    domain: url.hostname.replace(/^www\./, ''),
    ...(score !== undefined && { relevanceScore: score }),
  };
}

/** What two addresses of one page have in common. */
function pageOf({ hostname, pathname, searchParams }: URL): string {
  const parameters = [...searchParams].filter(([name]) => !/^(utm_\w+|gclid|fbclid|mc_cid|ref)$/.test(name));
  const host = hostname.toLowerCase().replace(/^www\./, '');
  return `${host}${withoutEnd(pathname, '/')}?${new URLSearchParams(parameters)}`;
}
