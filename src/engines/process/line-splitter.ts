import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';

/** A program that never ends its line must not fill the memory. */
const LONGEST_LINE = 8192;

/** Cuts bytes into lines of text without terminal codes; a character or line that is cut waits for its rest. */
export function createLineSplitter(onLines: (lines: readonly string[]) => void) {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const take = (text: string): void => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    while (rest.length > LONGEST_LINE) {
      const end = isHighSurrogate(rest.charCodeAt(LONGEST_LINE - 1)) ? LONGEST_LINE - 1 : LONGEST_LINE;
      lines.push(rest.slice(0, end));
      rest = rest.slice(end);
    }
    if (lines.length > 0) onLines(lines.map(shown));
  };
  return {
    add: (chunk: Buffer): void => take(decoder.write(chunk)),
    /** What has no line end yet: a prompt, mostly. */
    rest: (): string => shown(rest),
    end: (): void => {
      take(decoder.end());
      if (rest !== '') onLines([shown(rest)]);
      rest = '';
    },
  };
}

/** As a terminal would leave it: a progress bar writes over its line again and again, and what stays is the last. */
function shown(line: string): string {
  const text = line.includes('\r') ? line.replace(/\r+$/, '').replace(/^.*\r/s, '') : line;
  return text.includes('\u001b') || text.includes('\u009b') ? stripVTControlCharacters(text) : text;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
