import { cutAtWord } from '../../../core/text/cut-at-word.ts';
import { inSharedTurns } from '../../../core/timing/shared-turns.ts';
import { type Similarity, similarityTo } from './similarity.ts';

interface NearestLines {
  /** The lines with their numbers. */
  readonly shown: string;
  /** What is different, where that can be said in a word. */
  readonly difference: string;
}

const MOST_SHOWN = 15;
const LONGEST_SHOWN = 500;
const MOST_CANDIDATES = 8;
const MOST_SCORED = 1000;
const SIMILAR = 0.45;
const LINES_OF_A_STEP = 64;

/** The place in a text that is most like what was looked for; undefined if none is like it. Others go on meanwhile. */
export async function nearestLines(text: string, wanted: string): Promise<NearestLines | undefined> {
  let found: NearestLines | undefined;
  function* look(): Generator<undefined> {
    found = yield* lookForNearest(text, wanted);
  }
  await inSharedTurns(look());
  return found;
}

function* lookForNearest(text: string, wanted: string): Generator<undefined, NearestLines | undefined> {
  const wantedLines = trimBlank(wanted.split('\n'));
  const anchor = longestOf(wantedLines);
  const likes = wantedLines.slice(0, MOST_SCORED).map(similarityTo);
  const places: { number: number; lines: readonly string[]; score: number }[] = [];
  for (const line of yield* linesLike(text, similarityTo(wantedLines[anchor] ?? ''))) {
    const { start, number } = goUp(text, line, anchor);
    const lines = text.slice(start).split('\n', wantedLines.length);
    places.push({ number, lines, score: average(likes.map((like, i) => like.of(lines[i] ?? ''))) });
    yield;
  }
  const [best] = places.sort((a, b) => b.score - a.score || a.number - b.number);
  if (!best || best.score < SIMILAR) return undefined;
  return {
    shown: best.lines
      .slice(0, MOST_SHOWN)
      .map((line, i) => `${best.number + i}: ${cutAtWord(line, LONGEST_SHOWN)}`)
      .join('\n'),
    difference: squeezed(best.lines) === squeezed(wantedLines) ? '; it differs in white space only' : '',
  };
}

interface Line {
  /** Where it starts in the text. */
  readonly start: number;
  readonly number: number;
}

interface Candidate extends Line {
  readonly score: number;
}

/** The lines most like one, best first. All are looked at, most of them by their length alone. */
function* linesLike(text: string, like: Similarity): Generator<undefined, readonly Candidate[]> {
  const candidates: Candidate[] = [];
  const isBetter = (score: number): boolean =>
    score >= SIMILAR && score > (candidates[MOST_CANDIDATES - 1]?.score ?? 0);
  for (let start = 0, number = 1; start <= text.length; number++) {
    if (number % LINES_OF_A_STEP === 0) yield;
    const next = text.indexOf('\n', start);
    const end = next === -1 ? text.length : next;
    const score = isBetter(like.most(end - start)) ? like.of(text.slice(start, end)) : 0;
    if (isBetter(score)) {
      const at = candidates.findIndex((other) => other.score < score);
      candidates.splice(at === -1 ? candidates.length : at, 0, { start, number, score });
      candidates.splice(MOST_CANDIDATES);
    }
    start = end + 1;
  }
  return candidates;
}

/** The line so many lines above, or the first. */
function goUp(text: string, { start, number }: Line, lines: number): Line {
  let at = start;
  const up = Math.min(lines, number - 1);
  // Before the start of a line is the end of the one above, and before its start there is another.
  for (let i = 0; i < up; i++) at = at < 2 ? 0 : text.lastIndexOf('\n', at - 2) + 1;
  return { start: at, number: number - up };
}

const squeezed = (lines: readonly string[]): string => lines.join(' ').replace(/\s+/g, ' ').trim();

function trimBlank(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return first === -1 ? lines : lines.slice(first, last + 1);
}

const longestOf = (lines: readonly string[]): number =>
  lines.reduce((best, line, i) => (line.trim().length > (lines[best] ?? '').trim().length ? i : best), 0);

const average = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
