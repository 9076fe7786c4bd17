import { join } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import type { Value } from '../parse/words.ts';
import { isFile, type Place, pathsOf } from '../place.ts';
import { programFiles } from './program-files.ts';

/** A file that a program runs: what an approval is bound to. */
export function noteRun(file: Value, place: Place, program: string): void {
  if (!place.notes) return;
  if (/^(https?|npm|jsr|data|blob):/.test(file.text)) {
    noteUnfound(`code that ${program} fetches from ${file.text}`, place);
    return;
  }
  const paths = file.isKnown && !file.isGlob && !file.alternatives ? pathsOf(file.text, place) : undefined;
  if (!paths || paths.length > 1) noteUnfound(`the file that ${program} runs`, place);
  else for (const path of paths) noteProgram(path, place, program);
}

/** What is not there counts by its name: the gate sees that it cannot be read when it looks at all of them. */
function noteProgram(path: string, place: Place, program: string): void {
  const files = programFiles(path, program, place);
  if (files.length === 0 && Array.isArray(place.entriesOf?.(path)))
    noteUnfound(`which file of the directory ${path} ${program} runs`, place);
  else for (const file of files.length > 0 ? files : [path]) place.notes?.runs.add(file);
}

/** A file by which a program is told what to do; directories are named by such options as well. */
export function noteProgramFile({ text, isKnown }: Value, place: Place): void {
  if (!place.notes) return;
  if (!isKnown) noteUnfound('a file that decides what a program does', place);
  else for (const path of pathsOf(text, place) ?? []) if (isFile(path, place)) place.notes.runs.add(path);
}

/** `java -jar a.jar` before a.jar is built. */
export function noteMissingFile({ text, isKnown }: Value, place: Place): void {
  if (!isKnown || !place.entriesOf) return;
  for (const path of pathsOf(text, place) ?? [])
    if (isInside(path, place.roots) && place.entriesOf(path) === undefined) place.notes?.runs.add(path);
}

/** `python -m tool`, where the tool is the project's own. */
export function noteModule(module: string, place: Place): void {
  const name = module.replaceAll('.', '/');
  for (const path of pathsOf(name, place) ?? [])
    for (const file of [`${path}.py`, join(path, '__main__.py')])
      if (isFile(file, place)) place.notes?.runs.add(file);
}

export const noteUnfound = (what: string, { notes }: Place): void => {
  notes?.unfound.add(what);
};
