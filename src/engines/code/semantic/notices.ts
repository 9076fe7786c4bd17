type Json = Record<string, unknown>;

/** What a server said of a file by itself; some say which version of it they mean. */
export interface Published {
  readonly version: unknown;
  readonly items: unknown;
}

const MOST_WORK = 1000;
const LONGEST_TOKEN = 500;

/** What a server tells without being asked. Of files that are not open nothing is kept: it may name as many as it likes. */
export function createNotices() {
  const published = new Map<string, Published>();
  const open = new Set<string>();
  const working = new Set<unknown>();
  return {
    published,
    working,
    take: (method: string, params: Json): void => {
      if (method === '$/progress') follow(working, params);
      const uri = String(params.uri);
      if (method === 'textDocument/publishDiagnostics' && open.has(uri))
        published.set(uri, { version: params.version, items: params.diagnostics });
    },
    /** What the server is told decides what is kept. */
    told: (method: string, params: unknown): void => {
      const { textDocument } = (params ?? {}) as { textDocument?: { uri?: string } }; // Sound: we wrote it.
      const uri = String(textDocument?.uri);
      if (method === 'textDocument/didOpen') open.add(uri);
      if (method !== 'textDocument/didClose') return;
      open.delete(uri);
      published.delete(uri);
    },
    clear: (): void => {
      for (const kept of [published, open, working]) kept.clear();
    },
  };
}

function follow(working: Set<unknown>, { token, value }: Json): void {
  const kind = (value as Json | undefined)?.kind;
  const isToken = typeof token === 'number' || (typeof token === 'string' && token.length <= LONGEST_TOKEN);
  if (kind === 'begin' && isToken && working.size < MOST_WORK) working.add(token);
  else if (kind === 'end') working.delete(token);
}
