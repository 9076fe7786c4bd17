/** One word of a POSIX shell, whatever is in it. NUL cannot be in any. */
export const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
