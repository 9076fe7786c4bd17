import { visible } from '../../../src/core/text/visible.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is how colours begin
const COLOUR = /(\u001b\[[0-9;:]*m)/;

/** Text and its colours. Everything else that could move a terminal is shown as what it is. */
export const printable = (text: string): string =>
  text
    .split(COLOUR)
    .map((piece, at) => (at % 2 === 1 ? piece : visible(piece)))
    .join('');
