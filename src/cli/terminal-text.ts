import { escaped } from '../core/text/visible.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Text for a terminal. Names of agents, files and other machines are in nearly every line; none of them may move the
 * cursor, clear the screen or turn the direction of reading.
 */
export const terminalText = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(CONTROLS, escaped);
