/** `plain`: it changes lines and prints them. `reaches out`: it runs a command, or reads or writes other files. */
export type SedScript = 'plain' | 'reaches out' | 'not understood';

const LONGEST = 4000;

/**
 * What a sed script can do, read as sed reads it: whether a delimiter inside of brackets ends a pattern is not the same in
 * all of them, so it has to be plain in one way, and must not reach out in the other.
 */
export function readSedScript(text: string): SedScript {
  if (text.length > LONGEST) return 'not understood';
  const readings = [scriptOf(text, '[]'), scriptOf(text, 'no brackets')];
  if (readings.includes('reaches out')) return 'reaches out';
  return readings.includes('plain') ? 'plain' : 'not understood';
}

type Brackets = '[]' | 'no brackets';

const ADDRESS = /\d+(?:~\d+)?|\$|[+~]\d+/y;
const GAP = /[\s;]*/y;
const BLANKS = /[ \t]*/y;
const LABEL = /[ \t]*[\w.-]*/y;
const TEXT = /(?:\\[\s\S]|[^\n\\])*/y;
const COMMENT = /[^\n]*/y;
const NUMBER = /[ \t]*\d*/y;
const FLAGS = /[gpiImM\d]*/y;
const END = /[ \t]*(?:[;}\n#]|$)/y;

class Reader {
  private readonly text: string;
  private readonly brackets: Brackets;
  at = 0;

  constructor(text: string, brackets: Brackets) {
    this.text = text;
    this.brackets = brackets;
  }

  get isDone(): boolean {
    return this.at >= this.text.length;
  }

  take(): string {
    return this.text[this.at++] ?? '';
  }

  skip(form: RegExp): boolean {
    form.lastIndex = this.at;
    const found = form.exec(this.text);
    this.at += found?.[0].length ?? 0;
    return found !== null && found[0] !== '';
  }

  isAt(form: RegExp): boolean {
    form.lastIndex = this.at;
    return form.test(this.text);
  }

  /** Up to the delimiter; false where there is none. */
  delimited(delimiter: string, kind: 'pattern' | 'text'): boolean {
    let isInBrackets = false;
    for (; !this.isDone; this.at++) {
      const character = this.text[this.at];
      if (isInBrackets) isInBrackets = character !== ']';
      else if (character === '\\') this.at++;
      else if (character === delimiter) {
        this.at++;
        return true;
      } else if (character === '[' && kind === 'pattern' && this.brackets === '[]') {
        isInBrackets = true;
        // `[]a]` and `[^]a]` hold a bracket.
        if (this.text[this.at + 1] === '^') this.at++;
        if (this.text[this.at + 1] === ']') this.at++;
      }
    }
    return false;
  }
}

function scriptOf(text: string, brackets: Brackets): SedScript {
  const reader = new Reader(text, brackets);
  for (reader.skip(GAP); !reader.isDone; reader.skip(GAP)) {
    if (!skipAddresses(reader)) return 'not understood';
    const found = commandOf(reader);
    if (found !== 'plain') return found;
  }
  return 'plain';
}

function skipAddresses(reader: Reader): boolean {
  for (let count = 0; count < 2; count++) {
    if (!reader.skip(ADDRESS) && reader.isAt(/[/\\]/y)) {
      const first = reader.take();
      const delimiter = first === '\\' ? reader.take() : first;
      if (/[\n\\]|^$/.test(delimiter) || !reader.delimited(delimiter, 'pattern')) return false;
      reader.skip(/[IM]+/y);
    }
    reader.skip(BLANKS);
    if (!reader.isAt(/,/y)) break;
    reader.take();
    reader.skip(BLANKS);
  }
  reader.skip(/[ \t!]*/y);
  return true;
}

function commandOf(reader: Reader): SedScript {
  const command = reader.take();
  switch (command) {
    case '{':
    case '}':
      return 'plain';
    case '#':
      reader.skip(COMMENT);
      return 'plain';
    case 'a':
    case 'i':
    case 'c':
      reader.skip(TEXT);
      return 'plain';
    case ':':
    case 'b':
    case 't':
    case 'T':
      reader.skip(LABEL);
      break;
    case 'q':
    case 'Q':
    case 'l':
    case 'L':
      reader.skip(NUMBER);
      break;
    case 's':
    case 'y': {
      const delimiter = reader.take();
      if (/[\n\\]|^$/.test(delimiter)) return 'not understood';
      if (!reader.delimited(delimiter, command === 's' ? 'pattern' : 'text')) return 'not understood';
      if (!reader.delimited(delimiter, 'text')) return 'not understood';
      if (command === 's') reader.skip(FLAGS);
      if (reader.isAt(/[ \t]*[a-zA-Z]/y)) return 'reaches out';
      break;
    }
    default:
      if (/[a-zA-Z]/.test(command) && !/[=dDgGhHnNpPxFz]/.test(command)) return 'reaches out';
      if (!/[=dDgGhHnNpPxFz]/.test(command)) return 'not understood';
  }
  return reader.isAt(END) ? 'plain' : 'not understood';
}
