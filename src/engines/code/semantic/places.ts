import { fileIn } from './language-server.ts';

type Json = Record<string, unknown>;

/** Lines and columns start at 1; the file is relative to the root. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** In the order of files and lines. */
export const byPlace = (a: Place, b: Place): number =>
  (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.line - b.line || a.column - b.column;

/** Places as a language server writes them, one or many, as locations or as links; those outside the root are left out. */
export function placesIn(root: string, answer: unknown): Place[] {
  const items = Array.isArray(answer) ? answer : answer ? [answer] : [];
  return items.flatMap((item: Json) => placeOf(root, item));
}

function placeOf(root: string, { uri, range, targetUri, targetSelectionRange }: Json): Place[] {
  const file = fileIn(root, uri ?? targetUri);
  const start = ((range ?? targetSelectionRange) as Json | undefined)?.start as Json | undefined;
  if (file === undefined || typeof start?.line !== 'number' || typeof start.character !== 'number') return [];
  return [{ file, line: start.line + 1, column: start.character + 1 }];
}
