/** A text up to here is shown whole, and kept as approved; of a longer one a person sees the beginning. */
export const LARGEST_TEXT = 65_536;
export const LARGEST_IN_ALL = 262_144;
const LINES_OF_BEGINNING = 120;
const LONGEST_LINE = 1000;

/** The texts of one card. */
export function createShowing() {
  let left = LARGEST_IN_ALL;
  let isPartial = false;
  return {
    /** Some executed text is not shown whole. */
    isPartial: () => isPartial,
    /** Of settings the beginning is enough: what they make a program run is shown by itself. */
    show: (text: string, isExecuted: boolean): string => {
      const lines = text.trimEnd().split('\n');
      const isWhole = text.length <= Math.min(LARGEST_TEXT, left);
      isPartial ||= isExecuted && !isWhole;
      const shown = isWhole ? lines : lines.slice(0, LINES_OF_BEGINNING).map(beginningOf);
      left -= shown.join().length;
      const rest = isWhole
        ? []
        : [
            `... not shown: the rest of ${lines.length} lines, ${text.length} characters. Read the file itself.`,
          ];
      return [...shown, ...rest].map((line) => `  ${line}`).join('\n');
    },
  };
}

const beginningOf = (line: string): string =>
  line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE)}... (${line.length} characters)`;
