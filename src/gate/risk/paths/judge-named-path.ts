import { isAbsolute } from 'node:path';
import type { Caller } from '../../../core/call/caller.ts';
import type { PathAccess } from '../../../core/call/touch.ts';
import { isInside } from '../../../core/path/paths.ts';
import { mayHoldTokens } from '../../../core/path/sensitive-paths.ts';
import { isAtLeast } from '../../../core/risk.ts';
import { remember } from '../../../core/timing/remember.ts';
import { known } from '../parse/words.ts';
import { placeOf, type Surroundings } from '../place.ts';
import { judgePath, type PathJudgement } from './judge-path.ts';

type Facts = Pick<Surroundings, 'home' | 'dataDir' | 'ownPlaces' | 'shell' | 'whyProtected'>;
type Roots = readonly string[];
type Judge = (path: string) => PathJudgement;

/** What reaching a path means that a caller wrote out, or that a link leads to. */
export function judgeName(path: string, access: PathAccess, facts: Facts, caller: Asker): PathJudgement {
  const judged = judgeAny(path, access, facts, caller);
  if (access !== 'read' || !mayHoldTokens(path) || isAtLeast(judged.risk, 'MEDIUM')) return judged;
  // A command finds them without their tokens; a tool that hands on the file itself does not.
  return { ...judged, risk: 'MEDIUM', reason: `${path} may hold tokens`, isSecret: true };
}

type Asker = Pick<Caller, 'cwd' | 'roots' | 'outputs'>;

function judgeAny(path: string, access: PathAccess, facts: Facts, caller: Asker): PathJudgement {
  if (!isAbsolute(path)) return judgePath(known(path), access, placeOf(facts, caller));
  // What git is told can change at any time; the rest is in the name.
  if (access !== 'read' && access !== 'list' && facts.whyProtected?.(path, caller.roots, access))
    return judgePath(known(path), access, placeOf(facts, caller));
  // Each session has its own.
  if (caller.outputs && isInside(path, caller.outputs))
    return judgePath(known(path), access, placeOf(facts, caller));
  const judges = judgesOf(facts, caller.roots);
  const judge = judges[access] ?? createJudge(access, facts, caller.roots);
  judges[access] = judge;
  return judge(path);
}

/** By what is installed and what is open: nothing else decides what an absolute path means. */
const kept = new WeakMap<Facts, WeakMap<Roots, Partial<Record<PathAccess, Judge>>>>();

function judgesOf(facts: Facts, roots: Roots): Partial<Record<PathAccess, Judge>> {
  let ofFacts = kept.get(facts);
  if (!ofFacts) {
    ofFacts = new WeakMap();
    kept.set(facts, ofFacts);
  }
  let judges = ofFacts.get(roots);
  if (!judges) {
    judges = {};
    ofFacts.set(roots, judges);
  }
  return judges;
}

function createJudge(access: PathAccess, facts: Facts, roots: Roots): Judge {
  const {
    reached: _reached,
    notes: _notes,
    whyProtected: _why,
    realPathOf: _real,
    ...place
  } = placeOf(facts, { cwd: undefined, roots });
  return remember((path) => judgePath(known(path), access, place));
}
