/** As much of a regular expression as is needed to write texts that it reads for long. */
export type Part = Count &
  (
    | {
        readonly kind: 'set';
        readonly samples: readonly string[];
        /** A character that it does not read. */
        readonly refused: string;
      }
    | { readonly kind: 'group'; readonly choices: readonly Part[][] }
  );

/** How often a part may stand there. */
interface Count {
  readonly least: number;
  readonly most: number;
}

/** What it looks at without reading on (`^`, `\b`, `(?=a)`) is left out. */
export function parsePattern(source: string, flags: string): readonly Part[][] {
  const tokens = source.match(TOKEN) ?? [];
  let at = 0;
  const choicesUpToEnd = (): Part[][] => {
    const choices: Part[][] = [[]];
    for (let token = tokens[at++]; token !== undefined && token !== ')'; token = tokens[at++]) {
      if (token === '|') choices.push([]);
      else choices.at(-1)?.push(...partsOf(token));
    }
    return choices;
  };
  const partsOf = (token: string): Part[] => {
    const choices = token.startsWith('(') ? choicesUpToEnd() : undefined;
    const count = countOf();
    if (WITHOUT_TEXT.test(token)) return [];
    if (choices) return [{ kind: 'group', choices, ...count }];
    return [{ kind: 'set', ...charactersOf(token, flags), ...count }];
  };
  const countOf = (): Count => {
    const [whole, least, comma, most] = QUANTIFIER.exec(tokens[at] ?? '') ?? [];
    if (whole === undefined) return { least: 1, most: 1 };
    at++;
    if (least !== undefined)
      return { least: Number(least), most: Number(comma === undefined ? least : most || ENDLESS) };
    return { least: whole.startsWith('+') ? 1 : 0, most: whole.startsWith('?') ? 1 : ENDLESS };
  };
  return choicesUpToEnd();
}

const ENDLESS = Number.POSITIVE_INFINITY;
const TOKEN =
  /\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<\w+>))?|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\k<\w+>|\\c?.|\{\d+(?:,\d*)?\}\??|[*+?]\??|[\s\S]/g;
const WITHOUT_TEXT = /^\(\?<?[=!]|^[\^$]$|^\\[bB]$|^\\[1-9k]/;
const QUANTIFIER = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??$/;

// The likeliest first: letters, then what ends words and lines.
const CHARACTERS = [
  'a',
  '\n',
  ' ',
  '0',
  'A',
  '-',
  '/',
  '.',
  '_',
  '"',
  '(',
  '\\',
  '*',
  '\t',
  '\u00e9',
  '\u4e00',
];
const MOST_SAMPLES = 5;

/** Characters that one of its tokens stands for, and one that it does not. */
function charactersOf(token: string, flags: string): { samples: readonly string[]; refused: string } {
  const one = new RegExp(`^${token}$`, flags.replace(/[gym]/g, ''));
  const fits = (character: string): boolean => one.test(character);
  // What is written in it comes before what only fits.
  const written = token.length > 2 ? [...token] : [token.slice(-1)];
  const fitting = [...new Set([...CHARACTERS, ...written])].filter(fits);
  // An escape such as \r or \\uFFFD is written with other characters than it reads.
  const samples =
    fitting.length > 0 ? fitting.slice(0, MOST_SAMPLES) : EVERY_CHARACTER.filter(fits).slice(0, 1);
  return { samples, refused: [RARE, ...CHARACTERS].find((character) => !fits(character)) ?? RARE };
}

/** Hardly a pattern wants it. */
export const RARE = '\u0001';
const EVERY_CHARACTER = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit));
