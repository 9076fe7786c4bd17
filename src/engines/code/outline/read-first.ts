import { counted } from '../../../core/text/counted.ts';
import { cutAtWord } from '../../../core/text/cut-at-word.ts';
import type { LeanFacts } from '../workspace/lean-facts.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { areaOf, type Ranked } from './rank-files.ts';

export interface ReadFirst {
  readonly file: string;
  readonly why: string;
}

const MOST = 9;
/** A file that brings fewer parts together is an ordinary one. */
const FEWEST_PARTS = 4;

/** Documents, ways in, where the parts are brought together, and what most of the rest is built on: one of each part. */
export function readFirst(
  ranked: readonly Ranked[],
  documents: readonly string[],
  { facts }: Pick<Workspace, 'facts'>,
): ReadFirst[] {
  const about = (file: string, why: string): ReadFirst => {
    const told = aboutOf(facts.get(file));
    return { file, why: told === undefined ? why : `${why}; ${told}` };
  };
  const code = ranked.filter(({ isTest }) => !isTest);
  const entries = code.filter(({ isEntry }) => isEntry).slice(0, 2);
  const others = code.filter(({ isEntry }) => !isEntry);
  const joining = others
    .filter(({ areasTo }) => areasTo >= FEWEST_PARTS)
    .sort((a, b) => b.areasTo - a.areasTo || b.importers - a.importers)
    .slice(0, 2);
  const used = oneOfEachArea(
    others
      .filter((one) => one.importers > 1 && !joining.includes(one))
      .sort((a, b) => b.areasFrom * b.importers - a.areasFrom * a.importers),
  );
  return [
    ...documents.slice(0, 3).map((file) => ({ file, why: 'introduces the project' })),
    ...entries.map(({ file }) => about(file, 'a way in')),
    ...joining.map(({ file, areasTo }) => about(file, `brings ${areasTo} parts together`)),
    ...used.map(({ file, importers }) => about(file, `used by ${counted(importers, 'file')}`)),
  ].slice(0, MOST);
}

/** The first of every area, then the seconds. */
function oneOfEachArea(ranked: readonly Ranked[]): Ranked[] {
  const seen = new Set<string>();
  const first = ranked.filter(({ file }) => !seen.has(areaOf(file)) && seen.add(areaOf(file)));
  return [...first, ...ranked.filter((one) => !first.includes(one))];
}

function aboutOf(facts: LeanFacts | undefined): string | undefined {
  const told = facts?.symbols.find(({ doc, isExported }) => doc !== undefined && isExported);
  return told?.doc && cutAtWord(told.doc.replace(/\.$/, ''), 100);
}
