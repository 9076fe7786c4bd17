import type { Config } from '../config.ts';

/** A control character is one byte of a file and six of JSON, as \u0001; nothing grows more. */
const WORST_ESCAPE = 6;
/** For the path and whatever else stands in the message. */
const AROUND = 1_048_576;
/** V8 has no longer strings. */
const LONGEST_TEXT = 536_870_000;

/** The longest MCP message that is taken: every write that the tools allow fits, so that they answer what is too large. */
export function messageBytes({ limits, maxWriteBytes }: Config, limit: 'lineBytes' | 'bodyBytes'): number {
  return limits[limit] || Math.min(maxWriteBytes * WORST_ESCAPE + AROUND, LONGEST_TEXT);
}
