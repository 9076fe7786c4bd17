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

export const keyOf = (place: Place | undefined): string => `${place?.file}\0${place?.line}\0${place?.column}`;

/** What one answer may name: each file of it is looked at. */
const MOST = 20_000;

/** Places as a language server writes them, one or many, as locations or as links; those outside the root are left out. */
export function placesIn(root: string, answer: unknown): Place[] {
  const items = Array.isArray(answer) ? answer : answer ? [answer] : [];
  return items.slice(0, MOST).flatMap((item: Json | null) => placeOf(root, item ?? {}));
}

function placeOf(root: string, { uri, range, targetUri, targetSelectionRange }: Json): Place[] {
  const file = fileIn(root, uri ?? targetUri);
  const start = ((range ?? targetSelectionRange) as Json | undefined)?.start as Json | undefined;
  if (file === undefined || !isIndex(start?.line) || !isIndex(start?.character)) return [];
  return [{ file, line: start.line + 1, column: start.character + 1 }];
}

const isIndex = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
