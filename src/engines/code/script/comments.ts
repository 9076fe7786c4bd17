import { cutAtWord } from '../../../core/text/cut-at-word.ts';
import type { LineMap } from '../line-map.ts';
import type { ScriptComment } from './parse-script.ts';

/** How many lines hold code, and how many hold comments; a line can be both. */
export function countLines(
  text: string,
  lines: LineMap,
  comments: readonly { readonly start: number; readonly end: number }[],
): { loc: number; commentLines: number } {
  let commentLines = 0;
  let onlyComment = 0;
  let lastCounted = 0;
  for (const { start, end } of comments) {
    const { line, endLine } = lines.range(start, Math.max(start, end - 1));
    for (let at = Math.max(line, lastCounted + 1); at <= endLine; at++) {
      commentLines++;
      const [from, to] = [lines.startOf(at), lines.startOf(at + 1)];
      const before = text.slice(from, Math.max(from, start));
      const after = text.slice(Math.min(to, end), to);
      if (before.trim() === '' && after.trim() === '') onlyComment++;
    }
    lastCounted = Math.max(lastCounted, endLine);
  }
  return { loc: countFilled(text) - onlyComment, commentLines };
}

/** Lines with anything but white space in them. */
function countFilled(text: string): number {
  let count = 0;
  let isFilled = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) {
      if (isFilled) count++;
      isFilled = false;
    } else if (code > 32 && code !== 0xfeff) isFilled = true;
  }
  return isFilled ? count + 1 : count;
}

const LONGEST_DOC = 2000;

/** The documentation that stands right before an offset. */
export function createDocs(text: string, comments: readonly ScriptComment[]) {
  const docs = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'));
  const ends = new Map<number, ScriptComment>();
  for (const comment of docs) ends.set(endOfSpace(text, comment.end), comment);
  return (start: number): string | undefined => {
    if (docs.length === 0) return undefined;
    const comment = ends.get(start);
    return comment && plainDoc(comment.value);
  };
}

function endOfSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 32) at++;
  return at;
}

const plainDoc = (value: string): string =>
  cutAtWord(
    value
      .slice(1)
      .split('\n')
      .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
      .join('\n')
      .trim(),
    LONGEST_DOC,
  );
