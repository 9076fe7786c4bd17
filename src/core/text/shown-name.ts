// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/;

/** A name in a text of lines: one with a line break in it would read as two, or as words of ours. */
export const shownName = (name: string): string => (CONTROLS.test(name) ? JSON.stringify(name) : name);
