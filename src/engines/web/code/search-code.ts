import { ToolError } from '../../../core/errors.ts';
import { createAgedCache } from '../aged-cache.ts';
import { ServiceFailure } from '../ask-service.ts';
import type { Quotas } from '../quotas.ts';
import type { WebParts } from '../web.ts';
import { type GithubMatch, searchGithub } from './github.ts';
import { type Question, searchStackOverflow } from './stack-exchange.ts';

export interface CodeQuery {
  readonly query: string;
  readonly language?: string | undefined;
  readonly maxResults: number;
}

type Source = 'github' | 'stackoverflow';

export interface CodeFindings {
  readonly github: GithubMatch[];
  readonly stackoverflow: Question[];
  readonly errors: { readonly source: Source; readonly reason: string }[];
  readonly searchTimeMs: number;
  readonly cacheAgeSeconds?: number;
}

const MOST_CACHED = 100;

/** Asks both sources at once; one of them is enough. */
export function createCodeSearch(parts: WebParts, quotas: Quotas) {
  const cache = createAgedCache<CodeFindings>(parts.settings.cacheMs, MOST_CACHED);
  return async (query: CodeQuery, signal: AbortSignal): Promise<CodeFindings> => {
    const key = JSON.stringify(query);
    const known = cache.get(key);
    if (known) return { ...known.value, cacheAgeSeconds: Math.round(known.ageMs / 1000) };
    const startedAt = performance.now();
    const [github, stackoverflow] = await Promise.all([
      attempt('github', quotas, () => searchGithub(query, parts, signal)),
      attempt('stackoverflow', quotas, () => searchStackOverflow(query, parts, signal, quotas)),
    ]);
    const errors = [...github.errors, ...stackoverflow.errors];
    if (errors.length === 2) throw noSource(errors, (await parts.secret('GITHUB_TOKEN')) !== undefined);
    const searchTimeMs = Math.round(performance.now() - startedAt);
    const findings = { github: github.found, stackoverflow: stackoverflow.found, errors, searchTimeMs };
    // Half an answer is no reason not to ask again.
    if (errors.length === 0) cache.set(key, findings);
    return findings;
  };
}

interface Attempt<T> {
  readonly found: T[];
  readonly errors: CodeFindings['errors'];
}

async function attempt<T>(source: Source, quotas: Quotas, search: () => Promise<T[]>): Promise<Attempt<T>> {
  try {
    quotas.take(source);
    return { found: await search(), errors: [] };
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    quotas.pause(source, error.pauseMs);
    return { found: [], errors: [{ source, reason: error.message }] };
  }
}

const noSource = (errors: CodeFindings['errors'], hasToken: boolean): ToolError =>
  new ToolError(
    'UNAVAILABLE',
    `Neither source answered. ${errors.map(({ source, reason }) => `${source}: ${reason}`).join('; ')}`,
    { hint: hasToken ? 'Try again later.' : `Try again later; ${NEEDS_TOKEN}` },
  );

const NEEDS_TOKEN = 'GitHub needs a token, which the user stores with: toolgate secrets set GITHUB_TOKEN';
