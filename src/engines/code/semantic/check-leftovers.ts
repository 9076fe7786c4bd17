import type { Leftover } from '../workspace/leftovers.ts';
import type { LanguageServer } from './language-server.ts';
import { uriOf } from './open-files.ts';
import { keyOf, type Place, placesIn } from './places.ts';

export interface CheckedLeftovers {
  /** References that the server did not give, though it knows what is meant there. */
  readonly found: readonly Leftover[];
  /** Places where it does not know what is meant: each may be a reference. */
  readonly unknown: readonly Place[];
  /** Places that there was no time for. */
  readonly unchecked: number;
}

interface Checked {
  readonly at: readonly Place[];
  readonly occurrences: readonly Leftover[];
  /** Modules of Node: TypeScript does not follow all that goes out of them and into them. */
  readonly common: readonly string[];
  readonly signal: AbortSignal;
}

const AT_A_TIME = 40;
/** What is not known by then stays open. */
const MOST_MS = 3000;

/**
 * Asks for each place that an answer lacks what is meant there. What leads to something else is no reference; what
 * leads to the thing itself is one; and where the server knows nothing, nobody does.
 */
export async function checkLeftovers(server: LanguageServer, asked: Checked): Promise<CheckedLeftovers> {
  const ask = createAsking(server, asked.signal);
  const inTurns = createTurns(performance.now() + MOST_MS);
  const known = asked.occurrences.filter(({ isKnown, isExport }) => isKnown && isExport);
  const leftovers = asked.occurrences.filter(({ isKnown }) => !isKnown);
  if (leftovers.length === 0) return { found: [], unknown: [], unchecked: 0 };
  const targets = new Set([...asked.at, ...known].map(keyOf));
  for (const { places } of await inTurns([...asked.at, ...known], ask.definition))
    for (const place of places) targets.add(keyOf(place));
  const meant = await inTurns(leftovers, ask.definition);
  const checked = meant.map((one, index) => ({ ...one, occurrence: leftovers[index] as Leftover })); // Sound: in the same order.
  const found = foundAmong(checked, targets, new Set(asked.common));
  const others = checked.filter(({ occurrence }) => !found.includes(occurrence));
  const isUnknown = await inTurns(others, async ({ isMeant, places, occurrence }) => {
    if (!isMeant) return true;
    const isItsOwn = places.every((place) => keyOf(place) === keyOf(occurrence));
    return isItsOwn && occurrence.callee !== undefined && (await ask.isUntyped(occurrence.callee));
  });
  return {
    found,
    unknown: others.filter((_, index) => isUnknown[index]).map(({ occurrence }) => occurrence),
    unchecked: leftovers.length - checked.length + (others.length - isUnknown.length),
  };
}

interface Meant {
  /** The server knows something, be it outside the root. */
  readonly isMeant: boolean;
  readonly places: readonly Place[];
}

/** Those that lead to the thing, also through a module that takes it in and gives it out again. */
function foundAmong(
  checked: readonly (Meant & { readonly occurrence: Leftover })[],
  targets: Set<string>,
  common: ReadonlySet<string>,
): Leftover[] {
  const found = new Set<Leftover>();
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { occurrence, places } of checked) {
      const { of, file } = occurrence;
      const isThat = (place: Place): boolean =>
        targets.has(keyOf(place)) && (common.has(file) || common.has(place.file));
      const isOne = places.some(isThat) || (of && isThat(of));
      if (!isOne || found.has(occurrence)) continue;
      found.add(occurrence);
      if (occurrence.isExport) for (const place of [occurrence, ...places]) targets.add(keyOf(place));
    }
  }
  return [...found];
}

function createAsking({ root, connection }: LanguageServer, signal: AbortSignal) {
  const request = (method: string, { file, line, column }: Place): Promise<unknown> =>
    connection.request(
      method,
      {
        textDocument: { uri: uriOf(root, file) },
        position: { line: line - 1, character: column - 1 },
      },
      signal,
    );
  return {
    definition: async (place: Place): Promise<Meant> => {
      const answer = await request('textDocument/definition', place);
      return {
        isMeant: Array.isArray(answer) ? answer.length > 0 : answer !== null && answer !== undefined,
        places: placesIn(root, answer),
      };
    },
    /** What is called takes anything: so says TypeScript of what comes from a module that is not there. */
    isUntyped: async (place: Place): Promise<boolean> => {
      const answer = (await request('textDocument/hover', place)) as { contents?: unknown } | null; // Sound: looked at below.
      const { value = '' } = (answer?.contents ?? {}) as { value?: unknown }; // Sound: looked at below.
      return /(^|: )(\(\) => )?any$/.test(plain(String(value))) || plain(String(value)) === '';
    },
  };
}

/** A server may wrap it in marks for code. */
const plain = (text: string): string => text.replace(/^```\w*\n|\n```[\s\S]*$/g, '').trim();

/** In order, some at a time, as far as the time goes. */
const createTurns =
  (endAt: number) =>
  async <T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> => {
    const done: R[] = [];
    for (let at = 0; at < items.length && performance.now() < endAt; at += AT_A_TIME)
      done.push(...(await Promise.all(items.slice(at, at + AT_A_TIME).map(act))));
    return done;
  };
