import { wordsOf } from '../../../core/shell/blanks.ts';
import { withoutEnd } from '../../../core/text/trim-end.ts';
import type { Finding } from '../finding.ts';
import type { Output } from '../parse/output.ts';
import { known, UNKNOWN, type Value } from '../parse/words.ts';
import { type Place, pathsOf } from '../place.ts';
import { reach } from './reach.ts';

const LONGEST = 262_144;
const MOST_LINES = 2000;

/** What a file lists that a program then reads: each line counts as a path, and each word of it. */
export function listedReads(file: Value | undefined, place: Place): Finding[] {
  const { readText } = place;
  if (!file?.isKnown || file.isGlob || file.alternatives || !readText) return [];
  return readsIn(
    (pathsOf(file.text, place) ?? []).flatMap((path) => readText(path) ?? []),
    place,
  );
}

/** The same for a list that it is handed. */
export function givenReads({ text, origin }: Output, place: Place): Finding[] {
  return text === undefined ? reach({ ...UNKNOWN, origin }, 'read', place) : readsIn([text], place);
}

// A carriage return is part of what ends a line elsewhere.
const trimmed = (line: string): string => withoutEnd(line.replace(/^[ \t]+/, ''), ' \t\r');

function readsIn(texts: readonly string[], place: Place): Finding[] {
  const lines = texts.flatMap((text) => text.slice(0, LONGEST).split(/[\n\0]/)).slice(0, MOST_LINES);
  const words = new Set(lines.flatMap((line) => [line, trimmed(line), ...wordsOf(line)]));
  return [...words]
    .filter((word) => word !== '')
    .flatMap((word) => reach(known(word), 'read', place))
    .filter(({ risk }) => risk !== 'LOW')
    .slice(0, 20);
}
