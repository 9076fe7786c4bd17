import { remember } from '../../../core/timing/remember.ts';
import { packPosition } from '../facts.ts';
import { codeLanguageOf } from '../languages.ts';
import { isLabel, type Occurrence, occurrenceAt } from './occurrence-roles.ts';
import { describeOccurrences } from './occurrences.ts';
import { findWords, MOST_IN_FILE } from './words.ts';
import type { Workspace } from './workspace.ts';

type Place = Pick<Occurrence, 'file' | 'line' | 'column'>;

export interface Leftover extends Occurrence {
  /** The answer has it, and it leads on to others. */
  readonly isKnown?: true;
}

export interface Leftovers {
  readonly occurrences: readonly Leftover[];
  /** Files that could not be looked at. */
  readonly unread: readonly string[];
  /** Modules of Node, which take things in and give them out without a statement for it. */
  readonly common: readonly string[];
}

/** The occurrences of a name that an answer does not have: each may be a reference that it lacks. */
export async function findLeftovers(
  name: string,
  { files, known }: { readonly files: readonly string[]; readonly known: readonly Place[] },
  workspace: Pick<Workspace, 'textOf'>,
): Promise<Leftovers> {
  const places = new Map<string, Set<number>>();
  for (const { file, line, column } of known) {
    const positions = places.get(file) ?? new Set();
    places.set(file, positions.add(packPosition(line, column)));
  }
  const isKnown = (file: string, at: number): boolean => places.get(file)?.has(at) === true;
  const isCommon = remember((file: string) => isCommonModule(file, workspace.textOf(file) ?? ''));
  // A file whose every word is known need not be read as code.
  const words = findWords(name, files, workspace);
  const open = files.filter((file) => {
    const here = words.get(file) ?? [];
    const isAllKnown = here.length < MOST_IN_FILE && here.every((at) => isKnown(file, at));
    return !isAllKnown || (places.has(file) && isCommon(file));
  });
  const found = await describeOccurrences(name, open, workspace, (node, lines, file): Leftover[] => {
    const occurrence = occurrenceAt(node, name, { lines, file });
    if (!isKnown(file, packPosition(occurrence.line, occurrence.column)))
      return isLabel(node) ? [] : [occurrence];
    return occurrence.isExport || occurrence.alias ? [{ ...occurrence, isKnown: true }] : [];
  });
  const occurrences = [...found.places.values()].flat(2);
  return { occurrences, unread: found.unread, common: files.filter(isCommon) };
}

const isCommonModule = (file: string, text: string): boolean =>
  codeLanguageOf(file)?.reader !== 'grammar' &&
  /\brequire\s*\(|\bexports\b/.test(text) &&
  !/^(import|export)\b(?!\()/m.test(text);
