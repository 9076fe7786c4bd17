/** How deeply JSON from outside may be nested; what overflows the stack of a recursive reader is far beyond it. */
export const DEEPEST_JSON = 200;

/** How many values a message from outside may hold. The arguments of a call may have half as many; to build millions takes a minute. */
export const MOST_VALUES = 100_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/** The same for a value: whether something in it lies deeper than so many objects and arrays. */
export const isNestedDeeper = (value: unknown, limit: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (limit === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, limit - 1)));

/** Counts open brackets, so that nothing has to be built to find out. */
export function isDeeperThan(text: string, limit: number): boolean {
  if (text.length < limit) return false;
  let depth = 0;
  return someMark(text, (char) => {
    if (char === OPEN_OBJECT || char === OPEN_ARRAY) return ++depth > limit;
    if (char !== COMMA) depth--;
    return false;
  });
}

/** Counts what opens or parts values, for the same reason. */
export function holdsMoreThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  let left = limit;
  return someMark(text, (char) => char !== CLOSE_OBJECT && char !== CLOSE_ARRAY && left-- === 0);
}

/** Whether it says so of a bracket or a comma outside of strings. */
function someMark(text: string, isWanted: (char: number) => boolean): boolean {
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (inString) {
      if (char === BACKSLASH) i++;
      else if (char === QUOTE) inString = false;
    } else if (char === QUOTE) inString = true;
    else if (
      (char === COMMA ||
        char === OPEN_OBJECT ||
        char === OPEN_ARRAY ||
        char === CLOSE_OBJECT ||
        char === CLOSE_ARRAY) &&
      isWanted(char)
    )
      return true;
  }
  return false;
}

/** JSON from outside; throws where it is none, or nested too deeply. */
export function parseShallow(text: string): unknown {
  if (isDeeperThan(text, DEEPEST_JSON)) throw new SyntaxError(`Nested deeper than ${DEEPEST_JSON} levels`);
  return JSON.parse(text);
}
