import type { LanguageServer } from '../semantic/language-server.ts';
import type { ServerPool } from '../semantic/server-pool.ts';
import type { OpenTree } from '../trees.ts';

interface Question<T> {
  readonly language: string;
  readonly pool: ServerPool;
  /** A call has 30 s; what a server does not know in this time is answered another way. */
  readonly patienceMs: number;
  ask(server: LanguageServer, signal: AbortSignal): Promise<T>;
}

/** What a language server answers, or why there is no answer. */
export async function askServer<T>(
  open: OpenTree,
  { language, pool, patienceMs, ask }: Question<T>,
): Promise<{ readonly answer: T } | { readonly doubt: string }> {
  const signal = AbortSignal.any([open.signal, AbortSignal.timeout(patienceMs)]);
  try {
    const { root, refused: hidden } = open;
    const answer = await pool.with({ language, root, hidden, signal }, (server) => ask(server, signal));
    return answer === undefined ? { doubt: `no language server for ${language} runs here` } : { answer };
  } catch (error) {
    open.signal.throwIfAborted();
    const why = signal.aborted ? `not within ${Math.round(patienceMs / 1000)} s` : (error as Error).message;
    return { doubt: `the language server for ${language} gave no answer: ${why}` };
  }
}
