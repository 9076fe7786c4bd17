/**
 * What stands in front of a line and is no part of it: the mark of a diff, the number of the line, the mark of a
 * quotation. What is anchored to the beginning of a line is anchored behind it.
 */
export const FRAME = String.raw`(?:[ \t]{0,8}\d{1,7}(?:\t|[:|-][ \t]?)|[+-]|>[ \t]?){0,2}`;

const WHOLE = new RegExp(`^${FRAME} ?$`);
const LONGEST = 24;

/** Whether what stands on the line before `index` is such a frame. */
export function endsFrame(text: string, index: number): boolean {
  const near = text.slice(Math.max(0, index - LONGEST), index);
  const lineEnd = near.lastIndexOf('\n');
  return (lineEnd !== -1 || index <= LONGEST) && WHOLE.test(near.slice(lineEnd + 1));
}
