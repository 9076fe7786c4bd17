import { formatPatch, structuredPatch } from 'diff';
import { changedPart, newlinesIn } from './changed-part.ts';

const MOST_CHARACTERS = 16_384;
/** To cut a text into lines and to join them again takes a second for a million of them, while others wait. */
const MOST_LINES = 200_000;
// Two long texts with nothing in common would take minutes to compare.
const LIMITS = { timeout: 300, maxEditLength: 20_000 };

/** A unified diff between two texts; a long one ends early and says so. */
export function diffOf(path: string, before: string, after: string): string {
  if (before === after) return '';
  const name = path.replace(/^\//, '');
  const part = changedPart(before, after);
  const patch =
    newlinesIn(part.before) + newlinesIn(part.after) > MOST_LINES
      ? undefined
      : structuredPatch(
          before === '' ? '/dev/null' : `a/${name}`,
          `b/${name}`,
          part.before,
          part.after,
          undefined,
          undefined,
          { context: 3, stripTrailingCr: true, ...LIMITS },
        );
  if (patch === undefined)
    return `${linesIn(before)} lines become ${linesIn(after)}; too much differs to show it`;
  const hunks = patch.hunks.map(({ oldStart, newStart, ...hunk }) => ({
    ...hunk,
    oldStart: oldStart + part.linesBefore,
    newStart: newStart + part.linesBefore,
  }));
  const text = formatPatch({ ...patch, hunks });
  // Within a line, a carriage return ends one for JavaScript and Python: left out, what follows a comment would look like a part of it.
  return shortened(text.slice(Math.max(0, text.indexOf('---'))).replace(/\r(?=\n|$)/g, ''));
}

function shortened(patch: string): string {
  if (patch.length <= MOST_CHARACTERS) return patch;
  const shown = patch.slice(0, patch.lastIndexOf('\n', MOST_CHARACTERS) + 1);
  return `${shown}... ${linesIn(patch.slice(shown.length))} more lines of the diff\n`;
}

const linesIn = (text: string): number =>
  text === '' || text.endsWith('\n') ? newlinesIn(text) : newlinesIn(text) + 1;
