/** A part of a text, with the lines it stands on. */
export interface Part {
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
  /** What it stands in: headings, classes. */
  readonly scope: readonly string[];
  readonly definitions: readonly string[];
}

/** Characters of a part, about: what the encoder still reads to its end, most of the time. */
export const PART_SIZE = 1500;
/** A text this short stays in one piece. */
export const WHOLE_SIZE = 2400;
