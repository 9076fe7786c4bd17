import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';

/** A program that never ends its line must not fill the memory. */
const LONGEST_LINE = 8192;

/** Cuts bytes into lines of text without terminal codes; a character or line that is cut waits for its rest. */
export function createLineSplitter(onLine: (text: string) => void) {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const tell = (line: string): void => {
    // A progress bar writes over its line again and again: what stays is what it wrote last.
    const shown = line.replace(/\r+$/, '');
    onLine(stripVTControlCharacters(shown.slice(shown.lastIndexOf('\r') + 1)));
  };
  const take = (text: string): void => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) tell(line);
    while (rest.length > LONGEST_LINE) {
      const end = isHighSurrogate(rest.charCodeAt(LONGEST_LINE - 1)) ? LONGEST_LINE - 1 : LONGEST_LINE;
      tell(rest.slice(0, end));
      rest = rest.slice(end);
    }
  };
  return {
    add: (chunk: Buffer): void => take(decoder.write(chunk)),
    /** What has no line end yet: a prompt, mostly. */
    rest: (): string => stripVTControlCharacters(rest.slice(rest.lastIndexOf('\r') + 1)),
    end: (): void => {
      take(decoder.end());
      if (rest !== '') tell(rest);
      rest = '';
    },
  };
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
