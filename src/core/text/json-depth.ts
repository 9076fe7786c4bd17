/** How deeply JSON from outside may be nested; what overflows the stack of a recursive reader is far beyond it. */
export const DEEPEST_JSON = 200;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Counts open brackets outside strings, so that nothing has to be built to find out. */
export function isDeeperThan(text: string, limit: number): boolean {
  if (text.length < limit) return false;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (inString) {
      if (char === BACKSLASH) i++;
      else if (char === QUOTE) inString = false;
    } else if (char === QUOTE) inString = true;
    else if (char === 0x7b || char === 0x5b) {
      if (++depth > limit) return true;
    } else if (char === 0x7d || char === 0x5d) depth--;
  }
  return false;
}
