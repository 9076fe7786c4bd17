import type { BoundFile, Call, NamedFile } from '../../core/call/call.ts';
import type { ShownFacts } from '../../core/call/started-call.ts';
import { ACCESS_WORDS } from '../../core/process/sandbox.ts';
import { isAtLeast } from '../../core/risk.ts';
import { canonicalJson } from '../../core/text/canonical-json.ts';
import { cutAtWord } from '../../core/text/cut-at-word.ts';

type Facts = Call['facts'];

/** Whether a call with other arguments would do something that the card of the first ones did not show. */
export const doesMore = (now: Facts, shown: ShownFacts): boolean => moreIn(BESIDE, now, shown) !== undefined;

/**
 * What the same call would do by now that was not there when it was allowed, in words. What is gone since is no more; what
 * its programs load by themselves is not known here.
 */
export const newSince = (now: Facts, shown: ShownFacts): string | undefined => moreIn(EVERYTHING, now, shown);

type Listed = Exclude<keyof ShownFacts, 'risk' | 'effect'>;
type One<Name extends Listed> = NonNullable<Facts[Name]>[number];

/** What it executes, what cannot be told beforehand, and what could exchange it meanwhile. */
const BESIDE: readonly Listed[] = ['bound', 'scripts', 'unfound', 'meanwhile', 'access'];

const file = ({ path }: BoundFile | NamedFile, { bound = [], told = [] }: ShownFacts): string =>
  `${path} ${[...bound, ...told].some((one) => one.path === path) ? 'changed' : 'is new'} since it was allowed`;
const work = (words: string): string => `What it does is new since it was allowed: ${words}`;

const IN_WORDS: { readonly [Name in Listed]: (one: One<Name>, shown: ShownFacts) => string } = {
  bound: file,
  told: file,
  scripts: ({ name, file: place }) => `The script "${name}" of ${place} is new since it was allowed`,
  runs: (path) => `It runs ${path}, which is new since it was allowed`,
  unfound: (what) => `Not known before it runs, and new since it was allowed: ${what}`,
  otherWork: work,
  options: work,
  weighty: (words) => work(words.join(' ')),
  workplaces: (path) =>
    `It is told what to do in ${path || 'another directory'}, which is new since it was allowed`,
  leads: ({ path, to }) => `${path} leads to ${to}, which is new since it was allowed`,
  linked: (word) => `${word} leads elsewhere through a link, which is new since it was allowed`,
  meanwhile: (command) =>
    `${JSON.stringify(cutAtWord(command, 200))} runs now and can change what it runs, which is new since it was allowed`,
  access: (one) => `It would ${ACCESS_WORDS[one]}, which is new since it was allowed`,
};

/** Where the arguments are the same, nothing else may be new either. */
// The keys of a complete table.
const EVERYTHING = Object.keys(IN_WORDS) as Listed[];

function moreIn(lists: readonly Listed[], now: Facts, shown: ShownFacts): string | undefined {
  for (const name of lists) {
    const found = firstNew(name, now, shown);
    if (found !== undefined) return found;
  }
  if (now.effect !== undefined && now.effect !== shown.effect)
    return 'What it does changed since it was allowed';
  return isAtLeast(shown.risk ?? 'SAFE', now.risk ?? 'CRITICAL')
    ? undefined
    : `It is ${now.risk} by now, which is more than when it was allowed`;
}

function firstNew<Name extends Listed>(name: Name, now: Facts, shown: ShownFacts): string | undefined {
  const seen = new Set(shown[name]?.map((one) => canonicalJson(one)));
  // Each of these facts is a list of what the table says of it.
  const list = (now[name] ?? []) as readonly One<Name>[];
  const one = list.find((each) => !seen.has(canonicalJson(each)));
  return one === undefined ? undefined : IN_WORDS[name](one, shown);
}
