import type { Definition } from '../graph/find-definition.ts';
import { codeLanguageOf } from '../languages.ts';
import type { Reference } from '../reader/messages.ts';
import { byPlace, keyOf, type Place } from '../semantic/places.ts';
import { type SemanticReferences, semanticReferences } from '../semantic/semantic-references.ts';
import type { ServerPool } from '../semantic/server-pool.ts';
import { haveOneServer } from '../semantic/servers.ts';
import type { OpenTree } from '../trees.ts';
import { askServer } from './ask-server.ts';
import { leftoverDoubts } from './leftover-doubts.ts';

interface Asked {
  readonly name: string;
  readonly definitions: readonly Definition[];
  /** What the import graph found. */
  readonly references: readonly Reference[];
  /** A use whose definition only types tell. */
  readonly use: Place | undefined;
  readonly pool: ServerPool;
  readonly patienceMs: number;
}

interface Told {
  readonly places?: readonly Place[];
  readonly doubts: readonly string[];
}

/** A thing by one of its names. */
interface Named {
  readonly name: string;
  readonly at: readonly Place[];
}

const MOST_DEFINITIONS = 20;
/** Each name is a question of its own. */
const MOST_NAMES = 5;
const LEAST_MS = 1000;

/** As a language server knows it, which is asked with every file open that holds the name. */
export async function referencesByServer(open: OpenTree, asked: Asked): Promise<Told> {
  const { name, definitions, use, patienceMs } = asked;
  const language = codeLanguageOf(use?.file ?? definitions[0]?.file ?? open.path)?.id;
  const at = use ? [use] : definitions;
  if (language === undefined || at.length === 0) return { doubts: [] };
  if (!isOneQuestion(at, language))
    return { doubts: [`${at.length} definitions have this name; name the file of the one that is meant`] };
  const endAt = performance.now() + patienceMs;
  const places = new Map<string, Place>();
  const doubts = new Set<string>();
  const names: Named[] = [{ name, at }];
  for (const [index, named] of names.entries()) {
    if (index >= MOST_NAMES) {
      doubts.add('it goes by more names than were followed');
      break;
    }
    const leftMs = Math.max(LEAST_MS, Math.round(endAt - performance.now()));
    const said = await askFor(open, named, { ...asked, language, patienceMs: leftMs });
    if ('doubt' in said && index === 0) return { doubts: [said.doubt] };
    if ('doubt' in said) {
      doubts.add(said.doubt);
      continue;
    }
    // A server may run what the project says: where it points to is a claim.
    const found = said.answer.places.filter(({ file }) => open.isShown(file));
    if (index === 0 && found.length === 0) return { doubts: ['the language server does not know it'] };
    for (const place of withOwn(found, named.at)) places.set(keyOf(place), place);
    for (const doubt of [...said.answer.doubts, ...leftoverDoubts(open, named.name, said.answer)])
      doubts.add(doubt);
    for (const { name: other, ...place } of said.answer.aliases)
      if (
        !places.has(keyOf(place)) &&
        !names.some((one) => one.at.some((spot) => keyOf(spot) === keyOf(place)))
      )
        names.push({ name: other, at: [place] });
  }
  return { places: [...places.values()].sort(byPlace), doubts: [...doubts] };
}

/** What one server knows only some of, or many things, is not what it is asked about: the others would be left out. */
const isOneQuestion = (at: readonly Place[], language: string): boolean =>
  at.length <= MOST_DEFINITIONS &&
  at.every(({ file }) => haveOneServer(codeLanguageOf(file)?.id ?? '', language));

async function askFor(
  open: OpenTree,
  { name, at }: Named,
  { language, pool, patienceMs, references }: Asked & { readonly language: string },
): Promise<{ readonly answer: SemanticReferences } | { readonly doubt: string }> {
  const named = await open.candidates([name]);
  // What goes by another name is in files that do not hold this one.
  const candidates = [...new Set([...named, ...references.map(({ file }) => file)])].filter(
    (file) => codeLanguageOf(file) !== undefined,
  );
  return askServer(open, {
    language,
    pool,
    patienceMs,
    ask: (server, signal) =>
      semanticReferences(server, {
        at,
        candidates,
        signal,
        leftovers: (files, known) => open.ask('leftovers', { name, files, known }),
      }),
  });
}

/** TypeScript leaves out the declaration of what stands in a function that is called at once, in a script that is no module. */
function withOwn(places: readonly Place[], at: readonly Place[]): Place[] {
  const missing = at.filter(({ file, line }) =>
    places.every((place) => place.file !== file || place.line !== line),
  );
  return [...places, ...missing.map(({ file, line, column }) => ({ file, line, column }))];
}
