import { createTwoFilesPatch } from 'diff';

const MOST_CHARACTERS = 16_384;
// Two long texts with nothing in common would take minutes to compare.
const LIMITS = { timeout: 300, maxEditLength: 20_000 };

/** A unified diff between two texts; a long one ends early and says so. */
export function diffOf(path: string, before: string, after: string): string {
  if (before === after) return '';
  const name = path.replace(/^\//, '');
  const patch = createTwoFilesPatch(
    before === '' ? '/dev/null' : `a/${name}`,
    `b/${name}`,
    before,
    after,
    undefined,
    undefined,
    { context: 3, stripTrailingCr: true, ...LIMITS },
  );
  if (patch === undefined)
    return `${linesIn(before)} lines become ${linesIn(after)}; too much differs to show it`;
  const start = patch.indexOf('---');
  return shortened(patch.slice(Math.max(0, start)).replaceAll('\r', ''));
}

function shortened(patch: string): string {
  if (patch.length <= MOST_CHARACTERS) return patch;
  const shown = patch.slice(0, patch.lastIndexOf('\n', MOST_CHARACTERS) + 1);
  return `${shown}... ${linesIn(patch.slice(shown.length))} more lines of the diff\n`;
}

function linesIn(text: string): number {
  if (text === '') return 0;
  const newlines = text.split('\n').length - 1;
  return text.endsWith('\n') ? newlines : newlines + 1;
}
