const LINE_END = 0x0a;
/** How many lines are counted at once to find a line: more of them would take more memory than the text. */
const STRIDE = 1024;

/** The lines of a text, found without making any of them: newlines alone would be millions. */
export interface LineIndex {
  /** Lines that have an end. */
  readonly count: number;
  /** Where the line without an end begins. */
  readonly end: number;
  /** From this one on, up to that one. */
  between(from: number, to: number): string[];
}

export function indexLines(bytes: Buffer): LineIndex {
  const starts = [0];
  let [count, end] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== LINE_END) continue;
    end = at + 1;
    if (++count % STRIDE === 0) starts.push(end);
  }
  const startOf = (line: number): number => {
    let at = starts[Math.floor(line / STRIDE)] ?? end;
    for (let left = line % STRIDE; left > 0; left--) at = bytes.indexOf(LINE_END, at) + 1;
    return at;
  };
  return {
    count,
    end,
    between: (from, to) => {
      const until = Math.min(to, count);
      if (from >= until) return [];
      const text = bytes.toString('utf8', startOf(from), startOf(until) - 1);
      return text.split('\n');
    },
  };
}
