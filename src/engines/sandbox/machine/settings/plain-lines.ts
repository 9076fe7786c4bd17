import { plainValue } from './plain-value.ts';

/** More hosts or addresses for the key above; any other line that is indented is a key of its own to some programs. */
const MORE = /^\s+((https?|file):\/\/\S+|[\w-]+(\.[\w-]+)+(:\d+)?)$/;

/** Lines of a key, a separator and a value, with a key of the list, and the sections they stand in. */
export function plainPairs(text: string, separator: RegExp, keys: RegExp): string {
  const kept: string[] = [];
  let hasKey = false;
  for (const line of text.split(/\r?\n/)) {
    const isMore: boolean = hasKey && MORE.test(line);
    const isSection = /^\[[\w .-]+\]\s*$/.test(line);
    const plain: string | undefined = isMore
      ? plainValue(line)
      : isSection
        ? line
        : plainPair(line.trim(), separator, keys);
    if (plain !== undefined) kept.push(plain);
    hasKey = plain !== undefined && !isSection;
  }
  return `${kept.join('\n')}\n`;
}

function plainPair(line: string, separator: RegExp, keys: RegExp): string | undefined {
  const at = separator.exec(line) ?? { index: line.length, 0: '' };
  const key = line.slice(0, at.index);
  const plain = plainValue(line.slice(at.index + at[0].length));
  const isHarmless = keys.test(key.replace(/^"(.*)"$/, '$1'));
  return isHarmless && plain !== undefined ? `${key}${at[0]}${plain}` : undefined;
}

/** Names of files, and what is said of them. */
export const plainPatterns = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.includes('://') && plainValue(line) !== undefined)
    .join('\n');
