import type { Call, Decision } from '../../core/call/call.ts';
import type { Caller } from '../../core/call/caller.ts';
import { isInside } from '../../core/path/paths.ts';
import { type Access, joinAccess, type Sandbox } from '../../core/process/sandbox.ts';
import { isAtLeast, type Risk } from '../../core/risk.ts';
import { replaceText } from '../../core/text/find-text.ts';
import { gitNeeds } from './git-only.ts';
import { usesCaches } from './uses-caches.ts';
import { isWorkAlone } from './work-alone.ts';

/** What a call's children run in, and what they may do there. */
export interface Confinement {
  readonly sandbox: Sandbox;
  readonly access: readonly Access[];
}

const NOTHING: readonly Access[] = [];

/** Everything its commands would use: what they are known to need, and what the caller asked for. */
export const wantedAccess = ({ needs, requested }: Call['facts']): readonly Access[] =>
  joinAccess(needs, requested);

/** Whether its commands can run where they change nothing, reach nothing and see no secret. */
export const canRunClosed = (facts: Call['facts'], risk: Risk): boolean =>
  facts.hasSandbox === true &&
  facts.needs !== undefined &&
  wantedAccess(facts).length === 0 &&
  facts.servers === undefined &&
  !isAtLeast(risk, 'HIGH');

/** What was asked about gets what it needs; of a risky command whose needs nobody knows, what most programs need. */
function confinementFor(
  facts: Call['facts'],
  risk: Risk,
  { onlyWith }: Pick<Decision, 'onlyWith'>,
): Confinement {
  if (!facts.hasSandbox) return { sandbox: 'none', access: [] };
  if (onlyWith) return { sandbox: onlyWith.length > 0 ? 'open' : 'closed', access: onlyWith };
  const wanted = wantedAccess(facts);
  // It could run closed, but for a server that it wants to reach.
  if (facts.servers) return { sandbox: 'closed', access: NOTHING };
  const isGuess = wanted.length === 0 && isAtLeast(risk, 'MEDIUM');
  const access: readonly Access[] = isGuess ? ['write', 'network'] : wanted;
  return { sandbox: access.length > 0 ? 'open' : 'closed', access };
}

/** Writes down what was decided, for the engines and for the record. */
export function confine({ facts, request }: Call, decision: Decision): void {
  if (facts.hasSandbox === undefined) return;
  // The mode is a promise that no rule or setting lifts.
  const allowed = request.caller.mode === 'read_only' ? { onlyWith: NOTHING } : decision;
  const { sandbox, access } = confinementFor(facts, facts.risk ?? 'CRITICAL', allowed);
  facts.sandbox = sandbox;
  facts.access = access;
  const git = gitNeeds(facts.commands ?? [], facts);
  if (git) facts.git = git;
  // What an answer was given for has been read; that it reaches the code of other projects stands on the card.
  const mayChangeCaches = !decision.keepsCaches && !allowed.onlyWith;
  if (sandbox === 'open' && access.includes('write'))
    facts.changesCaches = mayChangeCaches && usesCaches(facts.commands ?? []);
  // An allowance to edit files is none to read those that are asked about, nor is one for a kind of command.
  const isUnseen = decision.isByKind === true && !access.some((one) => one === 'secrets' || one === 'host');
  if (allowed.onlyWith?.includes('write') || (isUnseen && !isWorkAlone(facts))) facts.hidesSecrets = true;
}

/**
 * Whether its children find nothing in /tmp that commands left there which nobody was asked about: a file of the project may
 * be a link to there, or a program may look there by itself. A person who sees a call that names /tmp has said yes to that.
 */
export function hasOwnTmp(facts: Call['facts'], caller: Pick<Caller, 'roots'>): boolean {
  const { access = [], decision } = facts;
  if (access.length === 0 || decision?.onlyWith) return false;
  if (decision?.approvalId !== undefined) return !namesTmp(facts, caller) || runsFromTmp(facts, caller);
  return decision?.ruleId !== undefined;
}

/** An open directory may lie in the real /tmp: its name is none of the session's. */
export function namesTmp({ args = {} }: Call['facts'], { roots }: Pick<Caller, 'roots'>): boolean {
  const open = parentsLast(roots).filter((root) => root !== '/');
  const words = open.reduce((text, root) => replaceText(text, root, ''), JSON.stringify(args));
  return NAMES_TMP.test(words);
}

const parentsLast = (places: readonly string[]): string[] => [...places].sort((a, b) => b.length - a.length);

const NAMES_TMP = /\/tmp|TMPDIR|mktemp/;

/** What it executes from there is handed over as it was judged, by itself. */
export const runsFromTmp = ({ runs = [] }: Call['facts'], { roots }: Pick<Caller, 'roots'>): boolean =>
  runs.some((file) => isInside(file, ['/tmp']) && !isInside(file, roots));
