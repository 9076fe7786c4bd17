import { setTimeout as delay } from 'node:timers/promises';
import { cutAtWord } from '../../../core/text/cut-at-word.ts';
import type { LanguageServer } from './language-server.ts';
import type { Published } from './notices.ts';
import { uriOf, withOpenFiles } from './open-files.ts';

type Json = Record<string, unknown>;

/** Lines and columns start at 1. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly severity: 'error' | 'warning' | 'info' | 'hint';
  readonly message: string;
  readonly code?: string;
  readonly source?: string;
}

const STEP_MS = 100;
const WAIT_MS = 12_000;
const UNVERSIONED_MS = 3000;
/** Of one file. */
const MOST_PROBLEMS = 1000;
const LONGEST_MESSAGE = 4000;

/** What a language server has to say against files; those it said nothing about in time are named. */
export async function semanticDiagnostics(
  server: LanguageServer,
  files: readonly string[],
  signal: AbortSignal,
): Promise<{ problems: Problem[]; silent: string[] }> {
  const { connection, capabilities, root } = server;
  return withOpenFiles(server, files, async ({ files: opened, version }) => {
    const silent: string[] = files.filter((file) => !opened.includes(file));
    const found = await Promise.all(
      opened.map(async (file) => {
        const uri = uriOf(root, file);
        const items = capabilities.diagnosticProvider
          ? await pulled(server, uri, signal)
          : await published(() => connection.published.get(uri), version, signal);
        connection.forget(uri);
        if (!items) silent.push(file);
        return (items ?? []).slice(0, MOST_PROBLEMS).flatMap((item) => problemOf(file, item ?? {}));
      }),
    );
    return { problems: found.flat(), silent };
  });
}

async function pulled(
  { connection }: LanguageServer,
  uri: string,
  signal: AbortSignal,
): Promise<Json[] | undefined> {
  const answer = await connection.request('textDocument/diagnostic', { textDocument: { uri } }, signal);
  const { items } = (answer ?? {}) as Json; // Sound: looked at below.
  return Array.isArray(items) ? items : undefined;
}

/** What is said of a file that was closed before may come late: it names no version, and no problem. */
async function published(
  get: () => Published | undefined,
  version: number,
  signal: AbortSignal,
): Promise<Json[] | undefined> {
  const startedAt = performance.now();
  for (let waited = 0; waited < WAIT_MS; waited = performance.now() - startedAt) {
    const { version: said, items } = get() ?? {};
    const isMeant = said === version || (said === undefined && waited > UNVERSIONED_MS);
    if (Array.isArray(items) && isMeant) return items;
    await delay(STEP_MS, undefined, { signal });
  }
  return undefined;
}

const SEVERITIES = ['error', 'warning', 'info', 'hint'] as const;

function problemOf(file: string, { range, severity, message, code, source }: Json): Problem[] {
  const { start, end } = (range ?? {}) as Record<string, Json | undefined>; // Sound: looked at below.
  if (typeof start?.line !== 'number' || typeof start.character !== 'number') return [];
  return [
    {
      file,
      line: start.line + 1,
      column: start.character + 1,
      endLine: Number(end?.line ?? start.line) + 1,
      endColumn: Number(end?.character ?? start.character) + 1,
      severity: SEVERITIES[Number(severity ?? 1) - 1] ?? 'error',
      message: cutAtWord(String(message), LONGEST_MESSAGE),
      ...(code !== undefined && { code: String(code) }),
      ...(typeof source === 'string' && { source }),
    },
  ];
}
