import type { CatalogEntry } from '../../../core/tool/registry.ts';
import type { TextVectors } from '../../../host/text-vectors.ts';
import { withKinds } from './kinds-of-names.ts';
import { rankByWords, scoreByWords } from './rank-by-words.ts';
import { askedOf, textsOf } from './tool-texts.ts';

/** How much words count beside meaning. This and the next were chosen by leaving out each known request in turn. */
const WORDS = 0.12;
/** How quickly a text of a tool counts less when it is further from the query than the nearest. */
const SHARPNESS = 0.1;

/** A tool of somebody's own has two texts where ours have twenty. */
const UNASKED = 10;

interface Found {
  /** Best first. */
  readonly entries: readonly CatalogEntry[];
  /** Why meaning was not looked at. */
  readonly onlyWords?: string;
}

/** Ranks tools by what somebody wants to do: by the meaning of all that is known of each, and by its words. */
export async function searchTools(
  entries: readonly CatalogEntry[],
  query: string,
  vectors: TextVectors,
): Promise<Found> {
  const said = withKinds(query);
  const words = scoreByWords(entries, said);
  try {
    const near = await scoreByMeaning(entries, said, vectors);
    const scores = near.map((score, at) => (1 - WORDS) * score + WORDS * (words[at] ?? 0));
    const order = entries.map((_, at) => at).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
    return { entries: order.flatMap((at) => entries[at] ?? []) };
  } catch (error) {
    // A find by words is better than none; the answer says so.
    const onlyWords = error instanceof Error ? error.message : String(error);
    return { entries: rankByWords(entries, said), onlyWords };
  }
}

/** How near the texts of each tool are to a query. In the order of `entries`. */
async function scoreByMeaning(
  entries: readonly CatalogEntry[],
  query: string,
  vectors: TextVectors,
): Promise<number[]> {
  const [wanted = new Float32Array()] = await vectors.of([query]);
  return Promise.all(
    entries.map(async (entry) => {
      const texts = await vectors.of(textsOf(entry));
      const likeness = texts.map((vector) => dot(wanted, vector));
      // Several texts that are near count for more than one.
      const sum = likeness.reduce((total, one) => total + Math.exp((one - 1) / SHARPNESS), 0);
      return 1 + SHARPNESS * Math.log(askedOf(entry).length > 0 ? sum : sum * UNASKED);
    }),
  );
}

/** Of vectors of length one: how alike they are. */
function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
