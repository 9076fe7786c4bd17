/** A written line end, tab, code point or percent code before a token is no letter of it. */
const WRITTEN_CHARACTER = /(?:\\[abefnrtv0]|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|%[0-9A-Fa-f]{2})$/;
const ALPHANUMERIC = /[A-Za-z0-9]/;

/** Whether a token may begin at `index`: no letter, digit or other character of `alsoNot` before it. */
export function startsToken(text: string, index: number, alsoNot = ''): boolean {
  if (index === 0) return true;
  const previous = text.charAt(index - 1);
  if (!ALPHANUMERIC.test(previous)) return !alsoNot.includes(previous);
  return WRITTEN_CHARACTER.test(text.slice(Math.max(0, index - 6), index));
}

/** The match of a sticky pattern at an offset. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
