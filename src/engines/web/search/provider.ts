import type { SearchProvider } from '../../../core/config/search-providers.ts';

export const DATE_RANGES = ['day', 'week', 'month', 'year', 'all'] as const;

/** What is looked for, in the same words for every provider. */
export interface SearchQuery {
  readonly kind: 'web' | 'news';
  readonly query: string;
  readonly maxResults: number;
  readonly dateRange: (typeof DATE_RANGES)[number];
  /** ISO 639-1, such as "de". */
  readonly language?: string | undefined;
  /** ISO 3166-1, such as "CH". */
  readonly region?: string | undefined;
}

export type SearchOption = 'dateRange' | 'language' | 'region';

/** One request as a provider wants it. */
export interface ProviderRequest {
  readonly url: string;
  readonly method?: 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Options that this provider has no parameter for. */
  readonly ignored: SearchOption[];
}

/** One result as a provider writes it. */
export interface ProviderResult {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  readonly date?: string | null | undefined;
  readonly score?: number | undefined;
}

interface ProviderAnswer {
  readonly results: readonly ProviderResult[];
  readonly answer?: string | undefined;
}

/** A search service: how it is asked and how its answer is read. */
export interface Provider {
  readonly name: SearchProvider;
  /** `base` has no slash at its end; `key` is what authorises the request. */
  request(query: SearchQuery, base: string, key: string): ProviderRequest;
  /** Throws where the answer is not in this provider's format. */
  read(body: unknown, query: SearchQuery): ProviderAnswer;
}

/** The options that were asked for and are among those a provider cannot take. */
export const ignoredOf = (query: SearchQuery, missing: readonly SearchOption[]): SearchOption[] =>
  missing.filter((option) => query[option] !== undefined && query[option] !== 'all');

/** The parameters that have a value, for the address. */
export const toParameters = (values: Readonly<Record<string, string | undefined>>): string =>
  new URLSearchParams(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString();
