import type { LanguageModel } from 'ai';
import type { Services } from '../services.ts';
import type { ChosenProvider } from './choose-provider.ts';
import { listModels } from './list-models.ts';
import { pacedFetch } from './paced-fetch.ts';

export interface LoadedModel {
  readonly model: LanguageModel;
  /** As it is shown and priced. */
  readonly name: string;
  /** Who answers, in words. */
  readonly title: string;
  /** Whether what a tool answers may hold pictures; the others would be sent them as text. */
  readonly takesImages: boolean;
}

/** Loads the package of this provider alone; what it sends leaves through the one client. */
export async function loadModel(
  chosen: ChosenProvider,
  { settings, fetchFor }: Pick<Services, 'settings' | 'fetchFor'>,
  signal: AbortSignal,
): Promise<LoadedModel> {
  const fetch = fetchFor(new URL(chosen.url), settings().timeoutMs);
  const name = chosen.model || ((await listModels(chosen, fetch, signal))[0] ?? '');
  const takesImages = chosen.name !== 'compatible';
  return {
    model: await providerModel(chosen, name, pacedFetch(fetch)),
    name,
    title: chosen.title,
    takesImages,
  };
}

async function providerModel(
  { name, url: baseURL, key }: ChosenProvider,
  model: string,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModel> {
  // Always given: the packages would look into the environment for what is not.
  const options = { baseURL, apiKey: key ?? '', fetch };
  switch (name) {
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(options)(model);
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(options).responses(model);
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(options)(model);
    case 'compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const withKey = key === undefined ? {} : { apiKey: key };
      return createOpenAICompatible({ name, baseURL, fetch, includeUsage: true, ...withKey })(model);
    }
  }
}

/** What each provider needs to be told beside the messages. */
export const PROVIDER_OPTIONS = {
  // Conversations are kept here, not there.
  openai: { store: false },
};
