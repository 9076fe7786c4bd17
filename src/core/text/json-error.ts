/** A place in a text, counted from one. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/**
 * Where a text stops being JSON. What the parser says of it quotes the text, which may be nobody's business, and often
 * without the place. So it is asked for ever closer beginnings: those that only want more are still right.
 */
export function jsonErrorAt(text: string): TextPlace {
  let right = 0;
  let wrong = text.length + 1;
  while (wrong - right > 1) {
    const middle = (right + wrong) >> 1;
    if (mayGoOn(text.slice(0, middle))) right = middle;
    else wrong = middle;
  }
  const before = text.slice(0, right).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function mayGoOn(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return true;
  } catch (error) {
    const { message } = error as SyntaxError; // Sound: the parser throws nothing else.
    const position = / at position (\d+)/.exec(message)?.[1];
    return position === undefined
      ? message.endsWith('end of JSON input')
      : Number(position) >= beginning.length;
  }
}

export const inWords = ({ line, column }: TextPlace): string => `line ${line}, column ${column}`;
