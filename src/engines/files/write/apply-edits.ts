import { ToolError } from '../../../core/errors.ts';
import { findText } from '../../../core/text/find-text.ts';
import { MASK } from '../../../core/text/mask.ts';
import { tooLargeToWrite } from '../read/current.ts';
import { createPlainView, toPlainLineEnds } from './line-ends.ts';
import { nearestLines } from './nearest-lines.ts';

export interface Edit {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
}

/** Applies edits one after the other; every other character stays as it is, line ends included. */
export async function applyEdits(
  original: string,
  edits: readonly Edit[],
  { path, maxBytes }: { readonly path: string; readonly maxBytes: number },
): Promise<{ readonly text: string; readonly replacements: number }> {
  let text = original;
  let replacements = 0;
  for (const [index, edit] of edits.entries()) {
    const label = edits.length === 1 ? path : `${path}, edit ${index + 1} of ${edits.length}`;
    const applied = await applyEdit(text, edit, { label, maxBytes });
    text = applied.text;
    replacements += applied.count;
  }
  return { text, replacements };
}

async function applyEdit(
  original: string,
  edit: Edit,
  { label, maxBytes }: { label: string; maxBytes: number },
): Promise<{ text: string; count: number }> {
  const view = createPlainView(original);
  // As it was shown: what is no text there is the same sign, of the same length.
  const shown = view.text.toWellFormed();
  const wanted = toPlainLineEnds(edit.oldText).toWellFormed();
  const places = placesOf(shown, wanted, edit);
  const [first] = places;
  if (first === undefined) throw await absent(shown, wanted, label);
  if (places.length > MOST_REPLACED)
    throw new ToolError('TOO_LARGE', `${label}: oldText occurs more than ${MOST_REPLACED} times`);
  if (places.length > 1 && !edit.replaceAll) throw ambiguous(shown, places, label);
  // Known before it is built: a character has at least a byte.
  const length = original.length + places.length * (edit.newText.length - edit.oldText.length);
  if (length > maxBytes) throw tooLargeToWrite(label, length, maxBytes);
  const parts: string[] = [];
  let at = 0;
  for (const place of places) {
    parts.push(original.slice(at, view.toOriginal(place)), view.fit(edit.newText, place));
    at = view.toOriginal(place + wanted.length);
  }
  parts.push(original.slice(at));
  return { text: parts.join(''), count: places.length };
}

/** All of them to replace, which do not overlap; else enough to say that there are several, which may. */
function placesOf(text: string, wanted: string, { replaceAll }: Edit): number[] {
  const places: number[] = [];
  const step = replaceAll ? wanted.length : 1;
  for (let at = findText(text, wanted); at !== -1; at = findText(text, wanted, at + step)) {
    places.push(at);
    if (places.length > (replaceAll ? MOST_REPLACED : MOST_NAMED)) break;
  }
  return places;
}

const MOST_NAMED = 10;
const MOST_REPLACED = 100_000;

function ambiguous(text: string, places: readonly number[], label: string): ToolError {
  const lines = places.slice(0, MOST_NAMED).map((place) => lineAt(text, place));
  const more = places.length > MOST_NAMED ? ' and more' : '';
  return new ToolError('VALIDATION', `${label}: oldText occurs in lines ${lines.join(', ')}${more}`, {
    hint: 'Add lines around it until it is unique, or set replaceAll.',
  });
}

async function absent(text: string, wanted: string, label: string): Promise<ToolError> {
  if (wanted.includes(MASK)) {
    return new ToolError('VALIDATION', `${label}: oldText does not occur`, {
      hint: `${MASK} stands for a secret that was not shown; it is not in the file. Change the lines around it, or have a person change that one.`,
    });
  }
  const near = await nearestLines(text, wanted);
  return new ToolError('VALIDATION', `${label}: oldText does not occur${near ? near.difference : ''}`, {
    hint: near ? `The nearest lines are:\n${near.shown}` : 'Nothing in it is similar. Read the file again.',
  });
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
