import type { Definition } from '../graph/find-definition.ts';
import { codeLanguageOf } from '../languages.ts';
import type { Place } from '../semantic/places.ts';
import { semanticDefinitions } from '../semantic/semantic-definitions.ts';
import type { ServerPool } from '../semantic/server-pool.ts';
import type { OpenTree } from '../trees.ts';
import { askServer } from './ask-server.ts';
import { plainNameOf, type SymbolQuery } from './find-symbol.ts';

const MOST_IN_FILE = 5000;
const SERVER_MS = 12_000;

/** Where the file that was named has the name, in the line that was named: a member or a local, which only types tell apart. */
export async function placeOfUse(open: OpenTree, { symbol, line }: SymbolQuery): Promise<Place | undefined> {
  const name = plainNameOf(symbol);
  const { references } = await open.ask('occurrences', { name, files: [open.path], limit: MOST_IN_FILE });
  return references.find((place) => line === undefined || place.line === line);
}

export const noUse = (open: OpenTree, { symbol, line }: SymbolQuery): string =>
  `there is no ${plainNameOf(symbol)} in ${line === undefined ? '' : `line ${line} of `}${open.named(open.path)}`;

/** The definition of what is used at a place; none where no language server tells. */
export async function definitionsOfUse(
  open: OpenTree,
  { use, name, pool }: { readonly use: Place; readonly name: string; readonly pool: ServerPool },
): Promise<Definition[]> {
  const language = codeLanguageOf(use.file)?.id ?? '';
  const said = await askServer(open, {
    language,
    pool,
    patienceMs: SERVER_MS,
    ask: (server, signal) => semanticDefinitions(server, use, signal),
  });
  // A server may run what the project says: where it points to is a claim.
  const places = 'answer' in said ? said.answer.filter(({ file }) => open.isShown(file)) : [];
  return Promise.all(places.map((place) => described(open, name, place)));
}

/** With kind and signature where the index has it; of a local it has nothing. */
async function described(open: OpenTree, name: string, place: Place): Promise<Definition> {
  const { file, line, column } = place;
  const known = await definedIn(open, name, place);
  if (known) return known;
  // An alias is used: the definition has a name of its own, which stands in that line.
  const [written] = await open.ask('lines', { places: [place] });
  for (const word of new Set(written?.context.match(WORD)?.slice(0, MOST_WORDS))) {
    const other = await definedIn(open, word, place);
    if (other?.column === column) return other;
  }
  return { file, line, column, endLine: line, name, kind: 'variable' };
}

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const MOST_WORDS = 20;

async function definedIn(
  open: OpenTree,
  symbol: string,
  { file, line }: Place,
): Promise<Definition | undefined> {
  const { definitions } = await open.ask('definition', { wanted: { symbol, file, line } });
  return definitions.find((one) => one.file === file && one.line === line);
}
