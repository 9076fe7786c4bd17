// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
// Formatting, line and paragraph separators, and letters that show nothing.
const FORMATS = /[\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu;

/** Characters that could forge or hide part of what a person reads are shown as what they are. */
export const visible = (text: string): string => text.replace(CONTROLS, escaped).replace(FORMATS, escaped);

/** The same for a name that stands in a line: it must not begin another one. */
export const visibleLine = (text: string): string => visible(text).replace(/[\t\n]/g, escaped);

/** What somebody else wrote, quoted, in one line of ours. */
export const quotedLine = (text: string): string => visibleLine(JSON.stringify(text));

/** The same for every text in a value. */
export const visibleWithin = <T>(value: T): T =>
  // Sound: a text stays a text, and everything else stays as it is.
  JSON.parse(JSON.stringify(value), (_, part) => (typeof part === 'string' ? visible(part) : part));

/** A character by its number. */
export const escaped = (char: string): string =>
  [...char].map((one) => `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`).join('');
