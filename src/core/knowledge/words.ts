// Words that stand in every text and tell nothing of it.
const STOP_WORDS = new Set(
  (
    'a about after all also am an and any are as at be been before being but by can could did do does doing for from ' +
    'get had has have how i if in into is it its just may me more most my no not of on one or other our out over ' +
    'should so some such than that the their them then there these they this those to up us was we were what when ' +
    'where which while who why will with would you your'
  ).split(' '),
);

/** The words of a query, lower case and each once; identifiers with their parts. */
export function queryWords(query: string): string[] {
  const found = new Set<string>();
  for (const [word] of query.matchAll(/[\p{L}\p{N}\p{M}_$]+/gu)) {
    const parts = partsOf(word);
    for (const part of parts.length > 1 ? [...parts, word.replaceAll(/[_$]/g, '')] : [word])
      found.add(part.toLowerCase());
  }
  found.delete('');
  const telling = [...found].filter((word) => !STOP_WORDS.has(word));
  // "To be or not to be" is a query too.
  return telling.length > 0 ? telling : [...found];
}

/** The parts of all identifiers in a text that are written in one: `readLines` is found by "lines". */
export function identifierParts(text: string): string {
  const found = new Set<string>();
  for (const [word] of text.matchAll(/\p{L}[\p{L}\p{N}]*/gu)) if (/.\p{Lu}/su.test(word)) found.add(word);
  return [...found].flatMap(partsOf).join(' ');
}

/** `parseHTTPResponse_v2` -> parse, HTTP, Response, v2. */
const partsOf = (word: string): string[] =>
  word
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[\s_$]+/)
    .filter((part) => part !== '');
