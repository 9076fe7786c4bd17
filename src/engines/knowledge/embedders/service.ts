import { ToolError } from '../../../core/errors.ts';
import type { Embedder } from '../../../core/knowledge/embedder.ts';
import { cutAtWord } from '../../../core/text/cut-at-word.ts';

/** What differs between services that make embeddings. */
interface Service {
  readonly id: string;
  readonly url: string;
  readonly batch: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof globalThis.fetch;
  readonly body: (texts: readonly string[]) => unknown;
  /** The vectors in an answer, in the order of the texts. */
  readonly vectors: (answer: unknown) => unknown;
  /** Where its key comes from, for the hint. */
  readonly keyHint: string;
}

const TRIES = 3;
const FIRST_PAUSE_MS = 500;

/** An embedder behind HTTP: batched, tried again where that can help, and never quiet about what went wrong. */
export function createServiceEmbedder(service: Service): Embedder {
  return {
    id: service.id,
    width: undefined,
    batch: service.batch,
    embed: async (texts, _kind, signal) => {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += service.batch)
        vectors.push(...(await ask(service, texts.slice(at, at + service.batch), signal)));
      return vectors;
    },
    close: async () => {},
  };
}

async function ask(service: Service, texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
  for (let attempt = 1; ; attempt++) {
    const response = await send(service, texts, signal);
    if (response.ok) return vectorsIn(service, await response.json().catch(() => undefined), texts.length);
    const text = cutAtWord(await response.text().catch(() => ''), 300);
    const isPassing = response.status === 429 || response.status >= 500;
    if (!isPassing || attempt === TRIES) throw refused(service, response.status, text);
    await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1), signal);
  }
}

async function send({ url, headers, fetch, body }: Service, texts: readonly string[], signal: AbortSignal) {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body(texts)),
      signal,
    });
  } catch (cause) {
    signal.throwIfAborted();
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ToolError('UNAVAILABLE', `The embedding service at ${url} cannot be reached: ${why}`, {
      cause,
      hint: 'Check knowledge.embedderUrl; knowledge.embedder "builtin" needs no service.',
    });
  }
}

function vectorsIn({ url, vectors }: Service, answer: unknown, count: number): Float32Array[] {
  const found = vectors(answer);
  const isGood =
    Array.isArray(found) &&
    found.length === count &&
    found.every(
      (one) => Array.isArray(one) && one.length > 0 && one.every((value) => Number.isFinite(value)),
    );
  if (isGood) return found.map((one: number[]) => Float32Array.from(one));
  throw new ToolError('UNAVAILABLE', `The embedding service at ${url} did not answer with ${count} vectors`, {
    hint: 'Check that knowledge.embedderModel is a model for embeddings.',
  });
}

const refused = ({ url, keyHint }: Service, status: number, text: string): ToolError =>
  status === 401 || status === 403
    ? new ToolError('PERMISSION_DENIED', `The embedding service at ${url} refuses the key (${status})`, {
        hint: keyHint,
      })
    : new ToolError('UNAVAILABLE', `The embedding service at ${url} answered ${status}: ${text}`);

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
