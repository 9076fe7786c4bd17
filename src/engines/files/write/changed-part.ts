/** The lines of two texts in which they differ, with a few around them. */
export interface ChangedPart {
  readonly before: string;
  readonly after: string;
  /** How many lines stand in front of it. */
  readonly linesBefore: number;
}

/** A diff shows three around a change, and may move it by some where lines repeat. */
const CONTEXT_LINES = 100;

/** Most changes are small in a large file, and only their surroundings need be cut into lines. */
export function changedPart(before: string, after: string): ChangedPart {
  const most = Math.min(before.length, after.length);
  let same = 0;
  while (same < most && before.charCodeAt(same) === after.charCodeAt(same)) same++;
  let sameEnd = 0;
  while (sameEnd < most - same && before.at(-1 - sameEnd) === after.at(-1 - sameEnd)) sameEnd++;
  const start = linesBack(before, same);
  const end = linesOn(before, before.length - sameEnd);
  return {
    before: before.slice(start, end),
    after: after.slice(start, after.length - (before.length - end)),
    linesBefore: newlinesIn(before.slice(0, start)),
  };
}

export function newlinesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Where the line begins that stands so many lines before the one of this place. */
function linesBack(text: string, from: number): number {
  let at = from;
  for (let line = 0; line <= CONTEXT_LINES && at > 0; line++) at = text.lastIndexOf('\n', at - 1);
  return at <= 0 ? 0 : at + 1;
}

/** Where the line ends that stands so many lines behind the one of this place. */
function linesOn(text: string, from: number): number {
  let at = from;
  for (let line = 0; line <= CONTEXT_LINES && at < text.length; line++) {
    const next = text.indexOf('\n', at);
    at = next === -1 ? text.length : next + 1;
  }
  return at;
}
