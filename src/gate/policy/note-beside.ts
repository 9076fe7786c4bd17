import type { Call } from '../../core/call/call.ts';
import type { Caller } from '../../core/call/caller.ts';
import { directoriesIn, twofoldWords } from '../risk/paths/twofold-words.ts';
import type { Surroundings } from '../risk/place.ts';
import { wantedAccess } from './confinement.ts';
import { withRealPaths } from './followed-links.ts';
import { isGit } from './history-readers.ts';
import { linkedWords } from './linked-words.ts';
import { gitPlaces, steeredBeside } from './steered-beside.ts';

/** Where the names in its commands lead. */
export function noteLinks(
  { facts, request: { caller } }: Call,
  { realPathOf, entriesOf }: Surroundings,
): void {
  const { commands = [], runs = [] } = facts;
  if (commands.length === 0) return;
  const cwd = placeIn(facts, caller);
  const { roots } = caller;
  const links = {
    cwd,
    roots,
    realPathOf,
    runs,
    entriesOf: (path: string) => entriesOf?.(path, roots),
  };
  const linked = new Set([...linkedWords(commands, links), ...twofoldWords(commands, links)]);
  if (linked.size > 0) facts.linked = [...linked];
  facts.reaches = withRealPaths(facts.reaches ?? [], { realPathOf });
}

/** What a file of the project may steer beside the commands that make the risk: an answer is about these as well. */
export async function noteSteered(
  { facts, request: { caller } }: Call,
  surroundings: Surroundings,
): Promise<void> {
  const { commands = [], weighty = [], writes = [] } = facts;
  if (weighty.length === 0) return;
  const isWeighty = (words: readonly string[]) =>
    weighty.some((one) => words.every((word, i) => one[one.length - words.length + i] === word));
  const beside = commands.filter((words) => !isWeighty(words));
  const around = { ...surroundings, cwd: placeIn(facts, caller), roots: caller.roots };
  const steered = await steeredBeside(commands, beside, around);
  facts.weighty = [...weighty, ...steered];
  facts.writes = [...writes, ...steered.map(() => [])];
}

/**
 * Git that finds keys, such as a push, and whose repository names programs in its configuration: helpers, other hooks, other
 * addresses. Nobody can say from here what they do.
 */
export async function noteNamedByGit(
  { facts, request: { caller } }: Call,
  { namesNoPrograms, realPathOf }: Surroundings,
): Promise<void> {
  const { commands = [], unfound = [], workplaces = [] } = facts;
  if (!namesNoPrograms || !commands.some(isGit) || !wantedAccess(facts).includes('secrets')) return;
  const places = directoriesIn(commands, placeIn(facts, caller), realPathOf);
  const all = commands.filter(isGit).flatMap(([, ...words]) => gitPlaces(words, places) ?? [undefined]);
  // Where it goes stands in the configuration of the repository: an answer is for no other one.
  facts.workplaces = [...new Set([...workplaces, ...all.map((place) => place ?? '')])];
  for (const place of new Set(all))
    if (place === undefined || !(await namesNoPrograms(place, caller.roots))) {
      facts.unfound = [...unfound, 'what the configuration of the repository makes git start'];
      return;
    }
}

/** The directory it runs in. */
export function placeIn({ touches = [] }: Pick<Call['facts'], 'touches'>, caller: Caller): string {
  const at = touches.find((touch) => touch.kind === 'path' && touch.access === 'list');
  return (at?.kind === 'path' ? at.path : caller.cwd) ?? '/';
}
