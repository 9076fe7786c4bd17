const MARK = 0x1e;
const NEWLINE = 0x0a;
/** Behind a mark stand a few words and a path. */
const LONGEST_LINE = 32_768;

/** A stream that holds output and marks; a mark may come in several pieces. */
export interface FrameCutter {
  feed(piece: Buffer): void;
  /** Passes on what comes before the mark with this name, and hands over the rest of its line. */
  expect(id: string, onOutput: (piece: Buffer) => void, onMark: (line: string) => void): void;
  /** What came though nobody waited for it. */
  readonly strays: number;
}

interface Expected {
  readonly mark: Buffer;
  readonly onOutput: (piece: Buffer) => void;
  readonly onMark: (line: string) => void;
}

export function createFrameCutter(): FrameCutter {
  let expected: Expected | undefined;
  let held: Buffer = Buffer.alloc(0);
  let strays = 0;
  const pass = (piece: Buffer): void => {
    if (piece.length > 0) expected?.onOutput(piece);
  };
  const look = (bytes: Buffer): void => {
    if (!expected) {
      strays += bytes.length;
      return;
    }
    const { mark, onMark } = expected;
    const at = bytes.indexOf(mark);
    const end = at === -1 ? -1 : bytes.indexOf(NEWLINE, at + mark.length);
    if (end === -1) {
      if (at !== -1 && bytes.length - at > LONGEST_LINE) throw new Error('a line that does not end');
      const from = at === -1 ? beginningOf(mark, bytes) : at;
      pass(bytes.subarray(0, from));
      held = Buffer.from(bytes.subarray(from));
      return;
    }
    pass(bytes.subarray(0, at));
    const line = bytes.toString('utf8', at + mark.length, end).trimStart();
    expected = undefined;
    onMark(line);
    if (end + 1 < bytes.length) look(bytes.subarray(end + 1));
  };
  return {
    feed: (piece) => {
      const bytes = held.length === 0 ? piece : Buffer.concat([held, piece]);
      held = Buffer.alloc(0);
      look(bytes);
    },
    expect: (id, onOutput, onMark) => {
      expected = { mark: Buffer.from(`\x1e${id}`), onOutput, onMark };
    },
    get strays() {
      return strays;
    },
  };
}

/** Where the last bytes may be the beginning of a mark. */
function beginningOf(mark: Buffer, bytes: Buffer): number {
  const earliest = Math.max(0, bytes.length - mark.length + 1);
  for (let at = bytes.indexOf(MARK, earliest); at !== -1; at = bytes.indexOf(MARK, at + 1))
    if (mark.subarray(0, bytes.length - at).equals(bytes.subarray(at))) return at;
  return bytes.length;
}
