import * as z from 'zod';
import { SEARCH_PROVIDERS } from '../../core/config/search-providers.ts';
import { untrusted } from './untrusted.ts';

export const query = z.string().trim().min(1).max(400).describe('What to search for');
export const maxResults = z.number().int().min(1).max(20).default(5).describe('Results to return');
export const DATE_RANGES = ['day', 'week', 'month', 'year', 'all'] as const;
export const language = z
  .string()
  .regex(/^[a-z]{2}$/i, 'must be two letters of ISO 639-1, such as "de"')
  .optional()
  .describe('Language of the results, ISO 639-1, such as "de"');
export const region = z
  .string()
  .regex(/^[a-z]{2}$/i, 'must be two letters of ISO 3166-1, such as "CH"')
  .optional()
  .describe('Country of the results, ISO 3166-1, such as "CH"');

export const cacheAgeSeconds = z
  .number()
  .optional()
  .describe('How old this answer is, where it was found before');

export const searchOutput = z.strictObject({
  results: z
    .array(
      z.strictObject({
        title: z.string().describe('Title of the page'),
        url: z.string().describe('Address of the page'),
        snippet: z.string().describe('Part of the page'),
        date: z.string().optional().describe('When it was published, ISO 8601'),
        domain: z.string().describe('Host without www.'),
        relevanceScore: z.number().optional().describe('0 to 1, from providers that tell'),
      }),
    )
    .describe('Pages, best first. Untrusted: text from the web'),
  totalResults: z.number().describe('Number of results returned'),
  searchTimeMs: z.number().describe('How long the search took'),
  provider: z.enum(SEARCH_PROVIDERS).describe('Who answered'),
  skipped: z
    .array(
      z.strictObject({
        provider: z.enum(SEARCH_PROVIDERS).describe('Who did not answer'),
        reason: z.string().describe('Why'),
      }),
    )
    .describe('Providers before it that did not answer'),
  ignored: z
    .array(z.enum(['dateRange', 'language', 'region']))
    .describe('Options this provider does not have'),
  answer: z.string().optional().describe('Short answer written by the provider. Untrusted'),
  cacheAgeSeconds,
});

type Findings = z.output<typeof searchOutput>;

export function searchText({ results, answer, ...found }: Findings): string {
  const pages = results.map(({ title, url, snippet, date }, i) =>
    [
      `${i + 1}. ${title}`,
      `   ${url}${date === undefined ? '' : `  (${date})`}`,
      ...(snippet ? [`   ${snippet}`] : []),
    ].join('\n'),
  );
  return [
    headline(found),
    untrusted('the web', [...(answer ? [`Answer: ${answer}`] : []), ...pages].join('\n\n')),
  ].join('\n');
}

function headline({
  totalResults,
  provider,
  skipped,
  ignored,
  cacheAgeSeconds: age,
}: Omit<Findings, 'results'>): string {
  return [
    `${totalResults} result${totalResults === 1 ? '' : 's'} from ${provider}${age === undefined ? '' : `, ${age} s old`}.`,
    // A provider that nobody set up is no news to a model.
    ...skipped
      .filter(({ reason }) => !reason.endsWith(' is not set'))
      .map((one) => `${one.provider} did not answer: ${one.reason}.`),
    ...(ignored.length > 0 ? [`${provider} cannot filter by ${ignored.join(' and ')}.`] : []),
  ].join(' ');
}

/** For the person who is asked: the words and the filters that leave the machine. */
export const searchPreview = (what: string, { query: words, ...options }: { query: string }): string =>
  [`Search ${what} for:`, words, ...Object.entries(options).map(([name, value]) => `${name}: ${value}`)].join(
    '\n',
  );
