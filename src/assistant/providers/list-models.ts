import * as z from 'zod';
import { ToolError } from '../../core/errors.ts';
import type { ChosenProvider } from './choose-provider.ts';

const LIST_MS = 15_000;

const answer = z.object({
  // OpenAI, Anthropic and compatible services; Google calls them by another name.
  data: z.array(z.object({ id: z.string() })).optional(),
  models: z.array(z.object({ name: z.string() })).optional(),
});

/** The models that a provider offers with this key. */
export async function listModels(
  { name, url, key, title }: ChosenProvider,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<string[]> {
  const response = await fetch(`${url}/models`, {
    headers: key === undefined ? {} : KEY_HEADERS[name](key),
    signal: AbortSignal.any([signal, AbortSignal.timeout(LIST_MS)]),
  });
  if (!response.ok)
    throw new ToolError('UNAVAILABLE', `${title} does not say which models it has (${response.status})`, {
      hint: 'Set assistant.model to the name of one.',
    });
  const parsed = answer.safeParse(await response.json().catch(() => undefined));
  const { data = [], models = [] } = parsed.data ?? {};
  const names = [...data.map(({ id }) => id), ...models.map((model) => model.name.replace(/^models\//, ''))];
  if (names.length > 0) return names;
  throw new ToolError('UNAVAILABLE', `${title} has no models`, {
    hint: 'Install one there, or set assistant.model to its name.',
  });
}

const KEY_HEADERS: Readonly<Record<ChosenProvider['name'], (key: string) => Record<string, string>>> = {
  anthropic: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  openai: (key) => ({ authorization: `Bearer ${key}` }),
  google: (key) => ({ 'x-goog-api-key': key }),
  compatible: (key) => ({ authorization: `Bearer ${key}` }),
};
