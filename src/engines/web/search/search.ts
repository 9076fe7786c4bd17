import { PROVIDER_KEYS, type SearchProvider } from '../../../core/config/search-providers.ts';
import { ToolError } from '../../../core/errors.ts';
import { type AgedCache, createAgedCache } from '../aged-cache.ts';
import { askService, ServiceFailure } from '../ask-service.ts';
import { shorten, toLine } from '../plain-text.ts';
import type { Quotas } from '../quotas.ts';
import type { WebParts } from '../web.ts';
import { accessTo, type ProviderAccess } from './access.ts';
import { brave } from './brave.ts';
import type { Provider, SearchOption, SearchQuery } from './provider.ts';
import { toResults, type WebResult } from './results.ts';
import { searxng } from './searxng.ts';
import { serper } from './serper.ts';
import { tavily } from './tavily.ts';

interface Skipped {
  readonly provider: SearchProvider;
  readonly reason: string;
}

export interface SearchFindings {
  readonly results: WebResult[];
  readonly totalResults: number;
  readonly searchTimeMs: number;
  readonly provider: SearchProvider;
  /** The providers before it, and why they did not answer. */
  readonly skipped: Skipped[];
  /** Options the provider has no parameter for. */
  readonly ignored: SearchOption[];
  readonly answer?: string;
  /** How old this answer is, where it was found before. */
  readonly cacheAgeSeconds?: number;
}

const PROVIDERS: Readonly<Record<SearchProvider, Provider>> = { tavily, serper, brave, searxng };
const MOST_CACHED = 200;
/** A little less than a call has, so that what happened can still be told. */
const ALL_PROVIDERS_MS = 28_000;

/** Searches with the first provider that answers. */
export function createSearch(parts: WebParts, quotas: Quotas) {
  const cache: AgedCache<SearchFindings> = createAgedCache(parts.settings.cacheMs, MOST_CACHED);
  return async (query: SearchQuery, signal: AbortSignal): Promise<SearchFindings> => {
    const cacheKey = JSON.stringify(query);
    const known = cache.get(cacheKey);
    if (known) return { ...known.value, cacheAgeSeconds: Math.round(known.ageMs / 1000) };
    const findings = await askInTurn(query, parts, quotas, signal);
    cache.set(cacheKey, findings);
    return findings;
  };
}

async function askInTurn(
  query: SearchQuery,
  parts: WebParts,
  quotas: Quotas,
  signal: AbortSignal,
): Promise<SearchFindings> {
  const startedAt = performance.now();
  const skipped: Skipped[] = [];
  for (const name of parts.settings.providers) {
    const leftMs = startedAt + ALL_PROVIDERS_MS - performance.now();
    try {
      const access = await accessTo(name, parts);
      quotas.take(name);
      const timeoutMs = Math.min(parts.settings.providerTimeoutMs, leftMs);
      const found = await ask(PROVIDERS[name], query, access, { parts, timeoutMs, signal });
      return { ...found, provider: name, skipped, searchTimeMs: Math.round(performance.now() - startedAt) };
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error;
      quotas.pause(name, error.pauseMs);
      skipped.push({ provider: name, reason: error.message });
    }
  }
  throw nobodyAnswered(skipped);
}

interface AskOptions {
  readonly parts: WebParts;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

async function ask(
  provider: Provider,
  query: SearchQuery,
  { base, key }: ProviderAccess,
  { parts, timeoutMs, signal }: AskOptions,
): Promise<Pick<SearchFindings, 'results' | 'totalResults' | 'ignored' | 'answer'>> {
  if (timeoutMs <= 0) throw new ServiceFailure('there was no time left to ask it');
  const { ignored, ...request } = provider.request(query, base, key);
  const { retries } = parts.settings;
  const body = await askService(request, { timeoutMs, retries, signal, key });
  const { results: found, answer } = read(provider, body, query);
  const results = toResults(found, query.maxResults, new Date());
  return {
    results,
    totalResults: results.length,
    ignored,
    ...(answer && { answer: shorten(toLine(answer), 2000) }),
  };
}

function read(provider: Provider, body: unknown, query: SearchQuery): ReturnType<Provider['read']> {
  try {
    return provider.read(body, query);
  } catch (error) {
    const isOurs = error instanceof Error && error.name === 'Error';
    throw new ServiceFailure(
      isOurs ? shorten(toLine(error.message), 200) : 'its answer has an unknown format',
    );
  }
}

function nobodyAnswered(skipped: readonly Skipped[]): ToolError {
  const isSetUp = skipped.some(({ provider, reason }) => reason !== `${PROVIDER_KEYS[provider]} is not set`);
  if (!isSetUp)
    return new ToolError('UNAVAILABLE', 'No search provider is set up', {
      hint: `Ask the user to store one of ${Object.values(PROVIDER_KEYS).join(', ')} with: toolgate secrets set NAME. In the environment of an agent it counts only if the host starts with it; a host that runs ends with: toolgate stop`,
    });
  const reasons = skipped.map(({ provider, reason }) => `${provider}: ${reason}`);
  return new ToolError('UNAVAILABLE', `No search provider answered. ${reasons.join('; ')}`, {
    hint: 'Try again later. If a key is refused or used up, the user has to replace it.',
  });
}
