/** One character with the colour it is drawn in. */
interface Cell {
  readonly text: string;
  readonly style: string;
}

/** A terminal that knows what this program prints: lines, colours, and a cursor that moves and erases. */
export interface Screen {
  write(data: string): void;
  rows(): readonly (readonly Cell[])[];
}

const BLANK: Cell = { text: ' ', style: '' };
// biome-ignore lint/suspicious/noControlCharactersInRegex: control sequences of terminals begin with these.
const SEQUENCE = /\x1b\[([0-9;?]*)([A-Za-z])|\x1b\][^\x07]*\x07|\x1b[=>()][A-Z0-9]?|[\s\S]/gu;

export function createScreen(columns: number, height: number): Screen {
  let lines: Cell[][] = [[]];
  let row = 0;
  let column = 0;
  let style = '';
  const line = (): Cell[] => (lines[row] ??= []);
  const down = (): void => {
    row++;
    if (row < height) return;
    lines = lines.slice(1);
    row = height - 1;
  };
  const put = (text: string): void => {
    if (column === columns) {
      column = 0;
      down();
    }
    const cells = line();
    while (cells.length < column) cells.push(BLANK);
    cells[column++] = { text, style };
  };
  const control = (letter: string, given: string): void => {
    const [first = 0, second = 0] = given.replace('?', '').split(';').map(Number);
    if (letter === 'm') style = given === '' || given === '0' ? '' : styled(style, given);
    else if (letter === 'A') row = Math.max(0, row - (first || 1));
    else if (letter === 'B') row = Math.min(height - 1, row + (first || 1));
    else if (letter === 'C') column = Math.min(columns - 1, column + (first || 1));
    else if (letter === 'D') column = Math.max(0, column - (first || 1));
    else if (letter === 'G') column = (first || 1) - 1;
    else if (letter === 'H') [row, column] = [(first || 1) - 1, (second || 1) - 1];
    else if (letter === 'K') line().splice(first === 0 ? column : 0);
    else if (letter === 'J') {
      if (first === 2) lines = [[]];
      else lines.splice(row + 1);
      line().splice(first === 2 ? 0 : column);
    }
  };
  return {
    write: (data) => {
      for (const [whole, given, letter] of data.matchAll(SEQUENCE)) {
        if (letter !== undefined) control(letter, given ?? '');
        else if (whole === '\n') down();
        else if (whole === '\r') column = 0;
        else if (whole === '\b') column = Math.max(0, column - 1);
        else if (whole >= ' ' && whole !== '\x7f' && !whole.startsWith('\x1b')) put(whole);
      }
    },
    rows: () => lines.map((cells) => [...(cells ?? [])]),
  };
}

/** What a code ends, beside what it begins. */
const ENDS: Readonly<Record<number, RegExp>> = { 0: /./, 22: /^s[12]$/, 39: /^s[39]\d$/, 49: /^s4\d$/ };

/** The classes that an SGR sequence comes to. */
function styled(before: string, given: string): string {
  let classes = before.split(' ').filter((one) => one !== '');
  for (const code of given.split(';').map(Number)) {
    const ended = ENDS[code];
    classes = ended ? classes.filter((one) => !ended.test(one)) : [...classes, `s${code}`];
  }
  return classes.join(' ');
}
