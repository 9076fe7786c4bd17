import { StringDecoder } from 'node:string_decoder';
import { withoutEnd } from '../../../core/text/trim-end.ts';
import { plainLine } from '../table/styled-line.ts';

/** A program that never ends its line must not fill the memory. */
const LONGEST_LINE = 8192;

/**
 * Cuts bytes into lines of text without terminal codes; a character or line that is cut waits for its rest. The lines
 * as they were printed come beside them.
 */
export function createLineSplitter(onLines: (lines: readonly string[], printed: readonly string[]) => void) {
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
    if (lines.length > 0) tell(lines);
  };
  const tell = (lines: readonly string[]): void => {
    const printed = lines.map(asLeft);
    onLines(printed.map(plainLine), printed);
  };
  return {
    add: (chunk: Buffer): void => take(decoder.write(chunk)),
    /** What has no line end yet: a prompt, mostly. */
    rest: (): string => plainLine(asLeft(rest)),
    end: (): void => {
      take(decoder.end());
      if (rest !== '') tell([rest]);
      rest = '';
    },
  };
}

/** As a terminal would leave it: a progress bar writes over its line again and again, and what stays is the last. */
export function asLeft(line: string): string {
  const written = withoutEnd(line, '\r');
  return written.slice(written.lastIndexOf('\r') + 1);
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
