let replace = (text: string): string => text;

/**
 * Says how a person runs this program here, where it is not installed under its name: `toolgate NAME` in messages
 * becomes a command that exists. Told once, at the start of the process.
 */
export function setOwnCommand(command: string, names: readonly string[]): void {
  const mention = new RegExp(`(?<![\\w./-])toolgate (?=(?:${names.join('|')})\\b|--[a-z])`, 'g');
  replace = (text) => text.replace(mention, `${command} `);
}

/** The text with every mention of the program as it can be typed. */
export const withOwnCommand = (text: string): string => replace(text);
