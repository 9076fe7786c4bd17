import { stripVTControlCharacters } from 'node:util';

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is how colours begin
const COLOUR = /(\u001b\[[0-9;:]*m)/;

const hasCodes = (line: string): boolean => line.includes('\u001b') || line.includes('\u009b');

/** A line without terminal codes: what agents read, what secrets are looked for in. */
export const plainLine = (line: string): string => (hasCodes(line) ? stripVTControlCharacters(line) : line);

/** The same line with its colours and nothing else that moves a terminal; undefined where it has none. */
export function styledLine(line: string): string | undefined {
  if (!hasCodes(line)) return undefined;
  const styled = line
    .split(COLOUR)
    .map((piece, at) => (at % 2 === 1 ? piece : stripVTControlCharacters(piece)))
    .join('');
  // What is shown in colour has to say the same as what was judged.
  return styled.includes('\u001b') && stripVTControlCharacters(styled) === plainLine(line)
    ? styled
    : undefined;
}
