import { cutAtWord } from '../../../core/text/cut-at-word.ts';
import type { LeanFacts, LeanSymbol } from '../workspace/lean-facts.ts';

const MOST_NAMES = 6;
const LONGEST = 160;

/** A file in one line: its name, how many use it, what it offers, and what that is for. */
export function describeFile(file: string, facts: LeanFacts, importers: number): string {
  const name = file.slice(file.lastIndexOf('/') + 1);
  const offered = facts.symbols.filter(({ isExported, container }) => isExported && container === undefined);
  const own = offered.length > 0 ? offered : facts.symbols.filter(({ container }) => container === undefined);
  const names = [...new Set(own.map(shown))];
  const more = names.length > MOST_NAMES ? `, +${names.length - MOST_NAMES}` : '';
  const passedOn = facts.exports.filter(({ from }) => from !== undefined).length;
  const doc = own.find((symbol) => symbol.doc !== undefined)?.doc;
  const line = [
    name,
    ...(importers > 0 ? [`←${importers}`] : []),
    ...(names.length > 0 ? [names.slice(0, MOST_NAMES).join(', ') + more] : []),
    ...(names.length === 0 && passedOn > 0 ? [`passes on ${passedOn} modules`] : []),
  ].join(' ');
  const told = doc === undefined ? line : `${line} — ${doc}`;
  return cutAtWord(told, LONGEST - 1);
}

const shown = ({ name, kind }: LeanSymbol): string => (kind === 'function' ? `${name}()` : name);
