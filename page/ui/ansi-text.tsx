import { visible } from '../../src/core/text/visible.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is how colours begin
const COLOUR = /\u001b\[([0-9;:]*)m/g;
// Other sequences move a cursor that is not here.
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is how they begin
const OTHER = /\u001b(\[[0-9;?]*[A-Za-ln-z]|\][^\u0007\u001b]*(\u0007|\u001b\\)?)/g;

/** The eight colours of a terminal, as the theme has them; bright ones are the same. */
const COLOURS = [
  'text-soft',
  'text-bad',
  'text-good',
  'text-warn',
  'text-accent',
  'text-high',
  'text-low',
  'text-ink',
] as const;

interface Look {
  readonly colour: string;
  readonly weight: string;
  readonly line: string;
}
const PLAIN: Look = { colour: '', weight: '', line: '' };

/** A line as a terminal would colour it: the colours a theme has, and text for everything else. */
export function AnsiText({ text }: { readonly text: string }) {
  return piecesOf(text.replace(OTHER, '').replace(/\r/g, '')).map(({ look, part }, at) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line have no other name
      key={at}
      className={`${look.colour} ${look.weight} ${look.line}`}
    >
      {visible(part)}
    </span>
  ));
}

function piecesOf(text: string): { look: Look; part: string }[] {
  const parts = text.split(COLOUR);
  const pieces = [{ look: PLAIN, part: parts[0] ?? '' }];
  let look = PLAIN;
  for (let at = 1; at < parts.length; at += 2) {
    look = lookAfter(look, (parts[at] || '0').split(/[;:]/).map(Number));
    pieces.push({ look, part: parts[at + 1] ?? '' });
  }
  return pieces.filter(({ part }) => part !== '');
}

function lookAfter(before: Look, codes: readonly number[]): Look {
  let look = before;
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0;
    if (code === 38 || code === 48) {
      // One of 256 colours, or of all: the first sixteen have a name here.
      const index = codes[at + 1] === 5 ? codes[at + 2] : undefined;
      if (code === 38) look = { ...look, colour: index === undefined ? '' : colourOf(index) };
      at += codes[at + 1] === 5 ? 2 : 4;
    } else look = withCode(look, code);
  }
  return look;
}

function withCode(look: Look, code: number): Look {
  if (code === 0) return PLAIN;
  if (code === 1) return { ...look, weight: 'font-bold' };
  if (code === 2) return { ...look, weight: 'opacity-80' };
  if (code === 22) return { ...look, weight: '' };
  if (code === 4) return { ...look, line: 'underline' };
  if (code === 24) return { ...look, line: '' };
  if (code === 39) return { ...look, colour: '' };
  if (code >= 30 && code <= 37) return { ...look, colour: colourOf(code - 30) };
  if (code >= 90 && code <= 97) return { ...look, colour: colourOf(code - 82) };
  return look;
}

const colourOf = (index: number): string => COLOURS[index === 8 ? 0 : index % 8] ?? '';
