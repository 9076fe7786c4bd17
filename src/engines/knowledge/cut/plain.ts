import { PART_SIZE, type Part, WHOLE_SIZE } from './part.ts';

/** Text by paragraphs, several to a part; what is longer than a part is cut at sentences. */
export function cutPlain(text: string, firstLine = 1, scope: readonly string[] = []): Part[] {
  if (text.trim() === '') return [];
  if (text.length <= WHOLE_SIZE) return [partOf(text, firstLine, scope)];
  const parts: Part[] = [];
  let held = '';
  let heldLine = firstLine;
  let line = firstLine;
  for (const block of blocksOf(text)) {
    if (held !== '' && held.length + block.length > PART_SIZE) {
      parts.push(partOf(held, heldLine, scope));
      [held, heldLine] = ['', line];
    }
    held += block;
    line += block.split('\n').length - 1;
  }
  if (held.trim() !== '') parts.push(partOf(held, heldLine, scope));
  return parts;
}

/** Paragraphs with the space behind them; long ones in sentences, and long sentences in pieces. */
const blocksOf = (text: string): string[] =>
  (text.match(/[\s\S]+?(?:\n[ \t]*\n\s*|$)/g) ?? [text]).flatMap((paragraph) =>
    paragraph.length <= PART_SIZE
      ? [paragraph]
      : (paragraph.match(/[\s\S]+?(?:[.!?。]["')\]]*\s+|\n|$)/g) ?? [paragraph]).flatMap(inPieces),
  );

function inPieces(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > PART_SIZE) {
    const space = rest.lastIndexOf(' ', PART_SIZE);
    // Not between the halves of a character.
    const at = space > PART_SIZE / 2 ? space + 1 : PART_SIZE + (isHalf(rest, PART_SIZE) ? 1 : 0);
    pieces.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...pieces, rest].filter((piece) => piece !== '');
}

const isHalf = (text: string, at: number): boolean => /[\udc00-\udfff]/.test(text.charAt(at));

function partOf(text: string, firstLine: number, scope: readonly string[]): Part {
  const leading = /^\s*\n/.exec(text)?.[0] ?? '';
  const startLine = firstLine + (leading.split('\n').length - 1);
  const body = text.slice(leading.length).trimEnd();
  return { startLine, endLine: startLine + body.split('\n').length - 1, text: body, scope, definitions: [] };
}
