import { setTimeout as delay } from 'node:timers/promises';
import type { LanguageServer } from './language-server.ts';
import { uriOf, withOpenFiles } from './open-files.ts';
import { type Place, placesIn } from './places.ts';

/** How long a server that answers too early is asked again. */
const HASTY_MS = 8000;
const STEP_MS = 400;

/** Where that which is used at a place is defined, as a language server knows it. */
export async function semanticDefinitions(
  server: LanguageServer,
  { file, line, column }: Place,
  signal: AbortSignal,
): Promise<Place[]> {
  const { root, kind, connection } = server;
  const params = {
    textDocument: { uri: uriOf(root, file) },
    position: { line: line - 1, character: column - 1 },
  };
  return withOpenFiles(server, [file], async () => {
    const ask = async (): Promise<Place[]> =>
      placesIn(root, await connection.request('textDocument/definition', params, signal));
    const endAt = performance.now() + (kind.isHasty ? HASTY_MS : 0);
    let found = await ask();
    while (found.length === 0 && performance.now() < endAt) {
      await delay(STEP_MS, undefined, { signal });
      found = await ask();
    }
    return found;
  });
}
