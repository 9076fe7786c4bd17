import { visibleText } from './visible-text.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is how colours begin
const COLOUR = /\u001b\[([0-9;]*)m/g;
// Other sequences move a cursor that is not here.
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is how they begin
const OTHER = /\u001b(\[[0-9;?]*[A-Za-ln-z]|\][^\u0007\u001b]*(\u0007|\u001b\\)?)/g;

const LOOKS: Readonly<Record<string, string>> = {
  '1': 'font-bold',
  '2': 'text-soft',
  '4': 'underline',
  '31': 'text-bad',
  '91': 'text-bad',
  '32': 'text-good',
  '92': 'text-good',
  '33': 'text-warn',
  '93': 'text-warn',
  '34': 'text-accent',
  '94': 'text-accent',
  '35': 'text-accent',
  '95': 'text-accent',
  '36': 'text-low',
  '96': 'text-low',
  '90': 'text-soft',
};

/** A line as a terminal would colour it: the colours a theme has, and text for everything else. */
export function AnsiText({ text }: { readonly text: string }) {
  return piecesOf(text.replace(OTHER, '').replace(/\r/g, '')).map(({ look, part }, at) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line have no other name
      key={at}
      className={look}
    >
      {visibleText(part)}
    </span>
  ));
}

function piecesOf(text: string): { look: string; part: string }[] {
  const parts = text.split(COLOUR);
  const pieces = [{ look: '', part: parts[0] ?? '' }];
  let looks: string[] = [];
  for (let at = 1; at < parts.length; at += 2) {
    for (const code of (parts[at] || '0').split(';'))
      looks = code === '0' || code === '' ? [] : [...looks, LOOKS[code] ?? ''];
    pieces.push({ look: looks.join(' '), part: parts[at + 1] ?? '' });
  }
  return pieces.filter(({ part }) => part !== '');
}
