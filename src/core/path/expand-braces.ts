const MOST_ALTERNATIVES = 256;

/** Every pattern the braces of a glob stand for. */
export function expandBraces(glob: string, invalid: (why: string) => Error): string[] {
  const expanded: string[] = [];
  const queue = [glob];
  for (let pattern = queue.pop(); pattern !== undefined; pattern = queue.pop()) {
    const found = firstBraces(pattern, invalid);
    if (!found) expanded.push(pattern);
    else {
      const [head, tail] = [pattern.slice(0, found.start), pattern.slice(found.end + 1)];
      queue.push(...found.alternatives.map((alternative) => head + alternative + tail));
    }
    if (expanded.length + queue.length > MOST_ALTERNATIVES)
      throw invalid(`its braces stand for more than ${MOST_ALTERNATIVES} patterns`);
  }
  return expanded;
}

/** The same; undefined where they stand for too many, or not all readers of such a pattern agree. */
export function bracesIn(glob: string): readonly string[] | undefined {
  if (/\{[^{}]*\.\./.test(glob)) return undefined;
  try {
    return expandBraces(glob, Error);
  } catch {
    return undefined;
  }
}

interface Braces {
  readonly start: number;
  readonly end: number;
  readonly alternatives: readonly string[];
}

/** The first outermost pair; braces in a class or behind a backslash stand for themselves. */
function firstBraces(pattern: string, invalid: (why: string) => Error): Braces | undefined {
  let [depth, start, from] = [0, -1, 0];
  const alternatives: string[] = [];
  for (let i = 0; i < pattern.length; i++) {
    const character = pattern[i];
    if (character === '\\') i++;
    else if (character === '[') i = Math.max(i, endOfClass(pattern, i));
    else if (character === '{') {
      if (depth++ === 0) [start, from] = [i, i + 1];
    } else if (character === '}' && depth === 0) throw invalid('a "}" has no "{"');
    else if (depth === 1 && (character === ',' || character === '}')) {
      alternatives.push(pattern.slice(from, i));
      from = i + 1;
      if (character === '}') return { start, end: i, alternatives };
    } else if (character === '}') depth--;
  }
  if (depth > 0) throw invalid('a "{" is not closed');
  return undefined;
}

/** Where the class that starts here ends, or -1; a `]` that comes first stands for itself. */
export function endOfClass(characters: string | readonly string[], start: number): number {
  const isNegated = characters[start + 1] === '!' || characters[start + 1] === '^';
  return characters.indexOf(']', start + (isNegated ? 3 : 2));
}
