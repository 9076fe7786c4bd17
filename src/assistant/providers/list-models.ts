import * as z from 'zod';
import { ToolError } from '../../core/errors.ts';
import type { ChosenProvider } from './choose-provider.ts';

const LIST_MS = 15_000;
/** Those with the longest lists describe each of hundreds of models. */
const MOST_BYTES = 4_194_304;
const MOST_NAMES = 1000;

/** Only these are looked at. */
const first = <T extends z.ZodType>(item: T) =>
  z.preprocess((list) => (Array.isArray(list) ? list.slice(0, MOST_NAMES) : list), z.array(item));

const answer = z.object({
  // OpenAI, Anthropic and compatible services; Google calls them by another name.
  data: first(z.object({ id: z.string() })).optional(),
  models: first(z.object({ name: z.string() })).optional(),
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
  const parsed = answer.safeParse(await bodyOf(response, title));
  const { data = [], models = [] } = parsed.data ?? {};
  const names = [...data.map(({ id }) => id), ...models.map((model) => model.name.replace(/^models\//, ''))];
  if (names.length > 0) return names;
  throw new ToolError('UNAVAILABLE', `${title} has no models`, {
    hint: 'Install one there, or set assistant.model to its name.',
  });
}

/** Undefined where it is no JSON. */
async function bodyOf({ body }: Response, title: string): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.length;
    if (bytes > MOST_BYTES)
      throw new ToolError(
        'UNAVAILABLE',
        `The list of models of ${title} is longer than ${MOST_BYTES / 1_048_576} MB`,
        { hint: 'Set assistant.model to the name of one.' },
      );
    pieces.push(piece);
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8'));
  } catch {
    return undefined;
  }
}

const KEY_HEADERS: Readonly<Record<ChosenProvider['name'], (key: string) => Record<string, string>>> = {
  anthropic: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  openai: (key) => ({ authorization: `Bearer ${key}` }),
  google: (key) => ({ 'x-goog-api-key': key }),
  compatible: (key) => ({ authorization: `Bearer ${key}` }),
};
