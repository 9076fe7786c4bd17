// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Words of a model, or of what it read: they must not move the cursor, write the clipboard or draw a card. */
export const plain = (text: string): string => text.replace(CONTROLS, '');
