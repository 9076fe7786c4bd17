/** Turns text into the numbers of its word pieces, as the model was trained with them. */
export type Tokenizer = (text: string, maxTokens: number) => Int32Array;

const LONGEST_WORD = 100;
const MOST_REMEMBERED = 50_000;

/** BERT's uncased WordPiece: lower case, accents off, punctuation on its own, longest known piece first. */
export function createTokenizer(vocabulary: readonly string[]): Tokenizer {
  const ids = new Map(vocabulary.map((word, id) => [word, id]));
  const idOf = (word: string): number => {
    const id = ids.get(word);
    if (id === undefined) throw new Error(`The vocabulary has no ${word}`);
    return id;
  };
  const [unknown, start, end] = [idOf('[UNK]'), idOf('[CLS]'), idOf('[SEP]')];
  const remembered = new Map<string, readonly number[]>();

  const piecesOf = (word: string): readonly number[] => {
    const known = remembered.get(word);
    if (known) return known;
    const pieces = split(word, ids) ?? [unknown];
    if (remembered.size < MOST_REMEMBERED) remembered.set(word, pieces);
    return pieces;
  };

  return (text, maxTokens) => {
    const found: number[] = [start];
    const most = maxTokens - 1;
    // No text of this many tokens is longer than this, but for words that are one unknown piece.
    for (const [word] of normalize(text.slice(0, maxTokens * LONGEST_WORD)).matchAll(WORD)) {
      for (const piece of piecesOf(word)) if (found.length < most) found.push(piece);
      if (found.length >= most) break;
    }
    found.push(end);
    return Int32Array.from(found);
  };
}

// Chinese, Japanese and Korean ideographs are words of one character each.
const IDEOGRAPH =
  '\\u4E00-\\u9FFF\\u3400-\\u4DBF\\u{20000}-\\u{2A6DF}\\u{2A700}-\\u{2CEAF}\\uF900-\\uFAFF\\u{2F800}-\\u{2FA1F}';
const PUNCTUATION = '!-/:-@\\[-`{-~\\p{P}';
const WORD = new RegExp(`[${IDEOGRAPH}]|[${PUNCTUATION}]|[^\\s\\p{Z}${IDEOGRAPH}${PUNCTUATION}]+`, 'gu');

const normalize = (text: string): string =>
  // Plain ASCII has neither accents nor characters that are taken out, but for controls.
  isPlain(text)
    ? text.toLowerCase()
    : text
        .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\uFFFD]/gu, (found) => (/[\t\n\r]/.test(found) ? ' ' : ''))
        .toLowerCase()
        .normalize('NFD')
        .replace(/\p{Mn}/gu, '');

const isPlain = (text: string): boolean => /^[\t\n\r -~]*$/.test(text);

function split(word: string, ids: ReadonlyMap<string, number>): number[] | undefined {
  const characters = [...word];
  if (characters.length > LONGEST_WORD) return undefined;
  const pieces: number[] = [];
  for (let from = 0; from < characters.length; ) {
    let to = characters.length;
    let id: number | undefined;
    for (; to > from; to--) {
      const piece = characters.slice(from, to).join('');
      id = ids.get(from === 0 ? piece : `##${piece}`);
      if (id !== undefined) break;
    }
    if (id === undefined) return undefined;
    pieces.push(id);
    from = to;
  }
  return pieces;
}
