import { createLineMap } from '../line-map.ts';
import type { Workspace } from './workspace.ts';

/** More are not looked for. */
export const MOST_IN_FILE = 1000;

/** Where a word is written in a text, be it code, a comment or prose; packed positions by file. */
export function findWords(
  word: string,
  files: readonly string[],
  { textOf }: Pick<Workspace, 'textOf'>,
): Map<string, number[]> {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])${RegExp.escape(word)}(?![\\p{L}\\p{N}_])`, 'gu');
  const places = new Map<string, number[]>();
  for (const file of files) {
    const text = textOf(file);
    if (text === undefined) continue;
    const lines = createLineMap(text);
    const found = text
      .matchAll(pattern)
      .take(MOST_IN_FILE)
      .map(({ index }) => lines.packed(index));
    places.set(file, [...found]);
  }
  return places;
}
