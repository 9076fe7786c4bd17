// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
// Formatting, line and paragraph separators, and letters that show nothing.
const FORMATS = /[\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu;

const escaped = (char: string): string => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/** Characters that could hide or reorder text are shown as what they are. */
export const visibleText = (text: string): string =>
  text.replace(CONTROLS, escaped).replace(FORMATS, escaped);
