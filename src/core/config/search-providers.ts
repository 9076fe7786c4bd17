/** Search services, in the order they are tried by default. */
export const SEARCH_PROVIDERS = ['tavily', 'serper', 'brave', 'searxng'] as const;

export type SearchProvider = (typeof SEARCH_PROVIDERS)[number];

/** Where each provider's key is found: in the environment, or in the secret store under the same name. */
export const PROVIDER_KEYS = {
  tavily: 'TAVILY_API_KEY',
  serper: 'SERPER_API_KEY',
  brave: 'BRAVE_API_KEY',
  searxng: 'SEARXNG_URL',
} as const satisfies Record<SearchProvider, string>;
