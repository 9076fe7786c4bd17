import { type Part, parsePattern, RARE } from './parse-pattern.ts';

/** A text that is made of one piece, again and again, between a beginning and an end that is not wanted there. */
export interface Pump {
  readonly start: string;
  readonly piece: string;
  readonly end: string;
}

/** A text of about this length. */
export const pumped = ({ start, piece, end }: Pump, length: number): string =>
  `${start}${piece.repeat(Math.ceil(length / piece.length))}${end}`;

/** Texts on which a careless pattern tries again from every position, or in many ways. */
export function pumpsFor(source: string, flags: string): Pump[] {
  const choices = parsePattern(source, flags);
  // Behind something else: what one of the choices reads from the beginning, another may try at every position.
  const pumps = [
    ...ANYWHERE.map((piece) => ({ start: '', piece, end: RARE })),
    ...ownPumps(choices, ['', ...(choices.length > 1 ? [RARE] : [])]),
  ];
  const known = new Map(pumps.map((pump) => [JSON.stringify(pump), pump]));
  return [...known.values()].filter(({ piece }) => piece !== '').slice(0, MOST_PUMPS);
}

const ANYWHERE = [
  '\n',
  ' ',
  'a',
  '0',
  '/',
  '.',
  ':',
  '=',
  '-',
  '[',
  '(',
  '"',
  '\\',
  'a ',
  'a\n',
  ' \n',
  'a/',
  'a.',
];
const MOST_PUMPS = 150;
/** What is repeated at most this often takes no time. */
const FEW = 40;
const MOST_LEADS = 4;

/** For each part that may be repeated: what it reads, behind what stands before it, and both again and again. */
function ownPumps(choices: readonly Part[][], before: readonly string[]): Pump[] {
  return choices.flatMap((parts) =>
    parts.flatMap((part, at): Pump[] => {
      const lead = joined(before, leadsOf(parts.slice(0, at)));
      const inner = part.kind === 'group' ? ownPumps(part.choices, lead) : [];
      if (part.most <= FEW) return inner;
      const pieces = onceOf(part);
      // What follows is almost there: the last of it is missing.
      const almost = textsOf(parts.slice(at + 1)).map((text) => text.slice(0, -1));
      const longer = joined(pieces, almost);
      const end = endOf(parts.slice(at));
      const behind = (start: string, piece: string): Pump[] => [
        { start, piece, end },
        { start: '', piece: start + piece, end },
      ];
      return [
        ...lead.flatMap((start) => pieces.flatMap((piece) => behind(start, piece))),
        ...inner,
        ...lead.flatMap((start) => longer.flatMap((piece) => behind(start, piece))),
        ...lead.map((start) => ({ start: '', piece: start, end })),
      ];
    }),
  );
}

/** Stops each of these parts: behind it, none of them reads up to the end of the text. */
const endOf = (parts: readonly Part[]): string => [...new Set(parts.flatMap(refusedBy)), RARE].join('');

const refusedBy = (part: Part): string[] =>
  part.kind === 'set' ? [part.refused] : part.choices.flat().flatMap(refusedBy);

const onceOf = (part: Part): string[] =>
  part.kind === 'set' ? [...part.samples] : part.choices.flatMap((choice) => textsOf(choice));

/** With what may be missing, and without it. */
const leadsOf = (parts: readonly Part[]): string[] => [
  ...new Set([...textsOf(parts.filter(({ least }) => least > 0)).slice(0, MOST_LEADS), ...textsOf(parts)]),
];

/** A few texts that the parts read, each of them once, or as often as they must. */
const textsOf = (parts: readonly Part[]): string[] =>
  parts.reduce<string[]>(
    (texts, part) =>
      joined(
        texts,
        onceOf(part).map((text) => text.repeat(Math.max(1, Math.min(part.least, FEW)))),
      ),
    [''],
  );

/** Not every pair: all of the left ones with the first on the right, and the first with the others. */
const joined = (left: readonly string[], right: readonly string[]): string[] => [
  ...left.slice(0, MOST_LEADS).map((start) => start + (right[0] ?? '')),
  ...right.slice(1, MOST_LEADS).map((end) => (left[0] ?? '') + end),
];
