import { hash } from 'node:crypto';
import { createTwoFilesPatch } from 'diff';
import type { ToldBy } from '../../core/call/assessment.ts';
import type { BoundFile, Call, NamedFile } from '../../core/call/call.ts';
import { isInside } from '../../core/path/paths.ts';
import type { ApprovedFiles } from '../../store/approved-files.ts';
import type { Surroundings } from '../risk/place.ts';
import { createShowing, LARGEST_IN_ALL, LARGEST_TEXT } from './shown-texts.ts';

const COMPARE_MS = 200;
const MOST_EDITS = 4000;

/** What a call names that may tell its programs what to do, with its hash where the content counts. */
export const namedFiles = (
  told: readonly ToldBy[] | undefined,
  { hashFile }: Pick<Surroundings, 'hashFile'>,
): NamedFile[] =>
  (told ?? []).map(({ path, isByContent }) => {
    const sha256 = isByContent ? hashFile(path) : undefined;
    return sha256 === undefined ? { path } : { path, sha256 };
  });

/** The files a call will execute, and those that tell its programs what to do, as they are now. */
export function boundFiles(
  call: Call,
  { hashFile, outsidePath }: Pick<Surroundings, 'hashFile' | 'outsidePath'>,
): BoundFile[] {
  const { facts } = call;
  const told = (facts.told ?? []).flatMap(({ path, sha256 }) => (sha256 === undefined ? [] : [path]));
  return [...new Set([...(facts.runs ?? []), ...told])]
    .map((path) => placeOutside(path, call, { outsidePath }))
    .map((path) => ({ path, sha256: hashFile(path) }));
}

/** Where a file really is; an open directory below /tmp is the real one. */
export const placeOutside = (
  path: string,
  { facts, request: { caller } }: Call,
  { outsidePath }: Pick<Surroundings, 'outsidePath'>,
): string =>
  facts.hasSandbox === true && !isInside(path, caller.roots) ? outsidePath(path, caller.session) : path;

export const unreadInWords = (path: string): string =>
  `what ${path} is when it runs; now there is no such file that can be read`;

/** What a card says of the files that a call executes. */
export interface ShownFiles {
  readonly words: readonly string[];
  /** Some text is too long for a card: nobody has read all of it, so no answer may last. */
  readonly isPartial: boolean;
}

/** What a person sees of them: the text, or how it differs from what they approved last. */
export function executedInWords(
  { facts, request }: Call,
  { readText, outsidePath }: Pick<Surroundings, 'readText' | 'outsidePath'>,
  approved: Pick<ApprovedFiles, 'get'>,
): ShownFiles {
  const { roots, session } = request.caller;
  const tmp = outsidePath('/tmp', session);
  const isTold = (place: string): boolean => facts.told?.some(({ path }) => path === place) === true;
  // For all of them together: two long texts with nothing in common would take minutes to compare.
  const end = performance.now() + COMPARE_MS;
  const showing = createShowing();
  const files = (facts.bound ?? []).flatMap(({ path: place, sha256 }) => {
    const runs = facts.runs?.includes(place) === true || !isTold(place);
    const verb = runs ? 'runs' : 'is told what to do by';
    // Of a package.json the script that runs is shown by itself.
    const isText = runs && facts.scripts?.some(({ file }) => file === place) !== true;
    const show = (text: string) => showing.show(text, isText);
    const path = isInside(place, [tmp]) ? `/tmp${place.slice(tmp.length)}` : place;
    // Said below.
    if (sha256 === undefined && facts.unfound?.includes(unreadInWords(path))) return [];
    if (sha256 === undefined) return `It ${verb} ${path}, which is no file that can be read now.`;
    const before = approved.get(place);
    if (before?.sha256 === sha256) return `It ${verb} ${path}, unchanged since it was last approved.`;
    const text = asBound(readText(place, [...roots, tmp], { session }), sha256);
    if (text === undefined)
      return `It ${verb} ${path} (sha256 ${sha256.slice(0, 16)}), which cannot be shown here.`;
    if (!before) return `It ${verb} ${path}:\n${show(text)}`;
    const changes = changesBetween(before.text, text, end - performance.now());
    // Never more than the text itself: what fits a card as a text is shown whole, and only that is kept as approved.
    return changes === undefined || changes.length > text.length
      ? `It ${verb} ${path}, which has changed too much since it was last approved to show how. Now it is:\n${show(text)}`
      : `It ${verb} ${path}, which changed since it was last approved:\n${show(changes)}`;
  });
  const scripts = (facts.scripts ?? []).map(
    ({ file, name, text }) => `It runs the script "${name}" of ${file}: ${text}`,
  );
  const unfound = (facts.unfound ?? []).map((what) => `Not known before it runs: ${what}.`);
  return { words: [...scripts, ...files, ...unfound], isPartial: showing.isPartial() };
}

/** Keeps what was shown whole and approved, to compare the next one with. */
export function rememberFiles(
  { facts, request }: Call,
  { readText }: Pick<Surroundings, 'readText'>,
  approved: Pick<ApprovedFiles, 'save'>,
): void {
  let left = LARGEST_IN_ALL;
  for (const { path, sha256 } of facts.bound ?? []) {
    const text = asBound(readText(path, request.caller.roots, request.caller), sha256);
    if (sha256 === undefined || text === undefined) continue;
    if (text.length <= Math.min(LARGEST_TEXT, left)) approved.save({ path, sha256, text });
    left -= text.length;
  }
}

/** Only the very text that the answer is bound to: the file may have been exchanged between two looks at it. */
const asBound = (text: string | undefined, sha256: string | undefined): string | undefined =>
  text !== undefined && [text, `\ufeff${text}`].some((one) => hash('sha256', one) === sha256)
    ? text
    : undefined;

const changesBetween = (before: string, after: string, leftMs: number): string | undefined =>
  leftMs < 1
    ? undefined
    : createTwoFilesPatch('before', 'now', before, after, undefined, undefined, {
        timeout: leftMs,
        maxEditLength: MOST_EDITS,
      })
        ?.split('\n')
        .slice(1)
        .join('\n');
