import { setTimeout as delay } from 'node:timers/promises';
import type { ReaderMethods } from '../reader/messages.ts';
import { type CheckedLeftovers, checkLeftovers } from './check-leftovers.ts';
import type { LanguageServer } from './language-server.ts';
import { type Opened, uriOf, withOpenFiles } from './open-files.ts';
import { byPlace, keyOf, type Place, placesIn } from './places.ts';
import { projectDoubts } from './project-doubts.ts';

export interface SemanticReferences
  extends Omit<CheckedLeftovers, 'found'>,
    Pick<Looked, 'unread' | 'missing'> {
  readonly places: readonly Place[];
  /** Other names it goes by, where they are given. */
  readonly aliases: readonly (Place & { readonly name: string })[];
  /** What keeps the answer from being complete. */
  readonly doubts: readonly string[];
}

type Looked = NonNullable<ReaderMethods['leftovers']['result']>;

interface Asked {
  /** Where it is defined, or used. */
  readonly at: readonly Place[];
  /** Files that hold its name: nothing else can refer to it. */
  readonly candidates: readonly string[];
  /** What holds the name in files, beside the places that are known. */
  readonly leftovers: (files: readonly string[], known: readonly Place[]) => Promise<Looked>;
  readonly signal: AbortSignal;
}

/** How long a server that answers too early is asked again. */
const STABLE_MS = 20_000;
const STEP_MS = 400;
const STABLE_ROUNDS = 3;

/** References as a language server knows them, with every file open that may hold one. */
export async function semanticReferences(server: LanguageServer, asked: Asked): Promise<SemanticReferences> {
  const files = [...new Set([...asked.at.map(({ file }) => file), ...asked.candidates])];
  return withOpenFiles(server, files, async (opened) => {
    const ask = async (): Promise<Place[]> =>
      unique((await Promise.all(asked.at.map((place) => referencesAt(server, place, asked.signal)))).flat());
    const { places, isStable } = await untilStable(ask, server, asked.signal);
    const projects = { definedIn: asked.at.map(({ file }) => file), opened: opened.files };
    const doubts = [...doubtsOf(server, opened, isStable), ...projectDoubts(server, projects)];
    return { ...(await completed(server, places, { ...asked, files: opened.files })), doubts };
  });
}

/** With the places that hold the name and that the server did not give, as far as it knows what is meant there. */
async function completed(
  server: LanguageServer,
  places: readonly Place[],
  { at, files, leftovers, signal }: Asked & { readonly files: readonly string[] },
): Promise<Omit<SemanticReferences, 'doubts'>> {
  const { occurrences, common, unread, missing } = await leftovers(files, places);
  const { found, ...rest } = await checkLeftovers(server, { at, occurrences, common, signal });
  const own = occurrences.filter(({ isKnown }) => isKnown);
  return {
    ...rest,
    places: unique([...places, ...found.map(({ file, line, column }) => ({ file, line, column }))]),
    aliases: [...own, ...found].flatMap(({ alias }) => alias ?? []),
    unread,
    missing,
  };
}

function doubtsOf({ kind }: LanguageServer, { leftOut, pages }: Opened, isStable: boolean): string[] {
  return [
    ...(isStable ? [] : [`${kind.name} was still reading the project`]),
    ...(leftOut > 0
      ? [
          `${leftOut === 1 ? '1 file that holds the name was one' : `${leftOut} files that hold the name were`} too many to be opened`,
        ]
      : []),
    ...(pages > 0
      ? [`${kind.name} by itself reads no Vue or Svelte files, and ${pages} of them may hold the name`]
      : []),
  ];
}

/**
 * Some servers answer with what they have read so far, and TypeScript with what the types it has looked at so far tell:
 * asked again, it finds more. The answer counts once it stays the same.
 */
async function untilStable(
  ask: () => Promise<Place[]>,
  { kind, connection }: LanguageServer,
  signal: AbortSignal,
): Promise<{ places: Place[]; isStable: boolean }> {
  const wantedRounds = kind.isHasty ? STABLE_ROUNDS : 1;
  const endAt = performance.now() + STABLE_MS;
  let places = await ask();
  for (let same = 0; same < wantedRounds; ) {
    if (performance.now() > endAt) return { places, isStable: false };
    if (kind.isHasty) await delay(STEP_MS, undefined, { signal });
    const next = await ask();
    const isReady = !kind.isHasty || (next.length > 0 && !connection.isBusy);
    same = isReady && isSame(next, places) ? same + 1 : 0;
    places = next;
  }
  return { places, isStable: true };
}

const isSame = (some: readonly Place[], others: readonly Place[]): boolean =>
  some.length === others.length && some.every((place, index) => keyOf(place) === keyOf(others[index]));

async function referencesAt(
  { root, connection }: LanguageServer,
  { file, line, column }: Place,
  signal: AbortSignal,
): Promise<Place[]> {
  const answer = await connection.request(
    'textDocument/references',
    {
      textDocument: { uri: uriOf(root, file) },
      position: { line: line - 1, character: column - 1 },
      context: { includeDeclaration: true },
    },
    signal,
  );
  return placesIn(root, answer);
}

function unique(places: readonly Place[]): Place[] {
  return [...new Map(places.map((place) => [keyOf(place), place])).values()].sort(byPlace);
}
