/** What the words around it take: how it ended, where the rest is. */
const FRAME_BYTES = 2048;

/** What a text may have of an answer, so that the gate does not cut it once more with all that stands around it. */
export const answerBody = (outputBudgetBytes: number): number =>
  Math.max(outputBudgetBytes - FRAME_BYTES, Math.ceil(outputBudgetBytes * 0.8));

/** Of several, each has a heading, and may have notes. */
const HEADING_BYTES = 200;

/** What each of several has of the text of one answer. */
export const answerShare = (bytes: number, sharedBy = 1): number =>
  sharedBy === 1 ? bytes : Math.max(HEADING_BYTES, Math.floor(bytes / sharedBy) - HEADING_BYTES);
