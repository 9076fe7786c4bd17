import { ToolError } from '../../core/errors.ts';

/** Counts what placeholders are filled with, and hands it on. */
export type Room = (text: string) => string;

/** Far more than steps have use for. */
const MOST_CHARACTERS = 8_000_000;

/**
 * A value that stands in many places is multiplied, in steps of steps once more: a short workflow could fill the memory
 * before anybody is asked about it. One room is for all that is filled together.
 */
export function createRoom(): Room {
  let left = MOST_CHARACTERS;
  return (text) => {
    left -= text.length;
    if (left >= 0) return text;
    throw new ToolError(
      'VALIDATION',
      `The placeholders would be filled with more than ${MOST_CHARACTERS.toLocaleString('en')} characters`,
      { hint: 'Hand large values over in files.' },
    );
  };
}
