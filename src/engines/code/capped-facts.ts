import type { FileFacts, SymbolFact, Uses } from './facts.ts';

/** What is longer is no name: it is data, or there to fill the memory. */
export const LONGEST_NAME = 1000;
const LONGEST_TEXT = 2000;
const MOST_SYMBOLS = 5000;
/** Of all facts of a file; the largest files that people write come to a fraction of it. */
const MOST_SIZE = 8_000_000;

/** What is kept of a file and handed on, whatever its language: a short text can ask for very long facts. */
export function cappedFacts(facts: FileFacts): FileFacts {
  const room = createRoom();
  const symbols = facts.symbols
    .slice(0, MOST_SYMBOLS)
    .filter(({ name, container = '' }) => room.areShort([name, container]))
    .map(withShortTexts)
    .filter(room.take);
  const named = <T extends object>(list: readonly T[]): T[] =>
    list.filter((one) => room.areShort(Object.values(one)) && room.take(one));
  const imports = facts.imports.flatMap(({ names, ...fact }) =>
    named([fact]).map((one) => ({ ...one, names: named(names) })),
  );
  const kept: FileFacts = {
    ...facts,
    problems: facts.problems.map((one) => ({ ...one, message: one.message.slice(0, LONGEST_NAME) })),
    symbols,
    imports,
    exports: named(facts.exports),
    ...(facts.commonExports && { commonExports: named(facts.commonExports) }),
    ...(facts.uses && { uses: usesIn(facts.uses, room) }),
  };
  const notes = [facts.note, ...manySymbols(facts), ...room.notes()].filter((note) => note !== undefined);
  return notes.length === 0 ? kept : { ...kept, note: notes.join('; ') };
}

/** About the length of its JSON, and of what it takes in memory. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 4;
  if (typeof value !== 'object' || value === null) return 8;
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + sizeOf(one), 8);
  return Object.entries(value).reduce((sum, [key, one]) => sum + key.length + 4 + sizeOf(one), 8);
}

function createRoom() {
  let left = MOST_SIZE;
  let hasLong = false;
  let isFull = false;
  return {
    areShort: (values: readonly unknown[]): boolean => {
      const isLong = values.some((one) => typeof one === 'string' && one.length > LONGEST_NAME);
      hasLong ||= isLong;
      return !isLong;
    },
    take: (value: unknown): boolean => {
      const size = sizeOf(value);
      const fits = size <= left;
      if (fits) left -= size;
      else isFull = true;
      return fits;
    },
    notes: (): string[] => [
      ...(hasLong ? [`Names of more than ${LONGEST_NAME} characters are left out`] : []),
      ...(isFull ? ['It holds more names than are kept; some are left out'] : []),
    ],
  };
}

const manySymbols = ({ symbols }: FileFacts): string[] =>
  symbols.length > MOST_SYMBOLS
    ? [`It defines ${symbols.length} symbols; the first ${MOST_SYMBOLS} are known`]
    : [];

/** Types and parameters, which may be long and are for reading. */
function withShortTexts(symbol: SymbolFact): SymbolFact {
  if (sizeOf(symbol) <= LONGEST_TEXT) return symbol;
  const cut = (_: string, value: unknown): unknown =>
    typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : value;
  return JSON.parse(JSON.stringify(symbol, cut)) as SymbolFact; // Sound: nothing but texts changes.
}

type Room = ReturnType<typeof createRoom>;

function usesIn({ names, members, open, shared }: Uses, { areShort, take }: Room): Uses {
  const places = (all: Uses['names']): Uses['names'] =>
    Object.fromEntries(Object.entries(all).filter((entry) => areShort(entry) && take(entry)));
  const list = (all: readonly string[]): string[] => all.filter((name) => areShort([name]) && take(name));
  return {
    names: places(names),
    members: places(members),
    open: list(open),
    ...(shared && { shared: list(shared) }),
  };
}
