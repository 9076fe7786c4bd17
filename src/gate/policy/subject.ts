import { hash } from 'node:crypto';
import { type Call, resolved } from '../../core/call/call.ts';
import type { Caller } from '../../core/call/caller.ts';
import { answersFor, ownerOf } from '../../core/call/owner.ts';
import { canonicalJson } from '../../core/text/canonical-json.ts';
import type { Tool } from '../../core/tool/tool.ts';
import { wantedAccess } from './confinement.ts';
import type { RuleSubject } from './rule-subject.ts';

/** What rules are compared with, from the facts of a call. */
export function subjectOf(call: Call): RuleSubject {
  const { tool, args } = resolved(call);
  const { touches = [], commands = [], weighty, writes, reaches, scripts = [], needs = [] } = call.facts;
  const { requested = [], linked = [], runs = [], unfound = [], isSecret = false, servers = [] } = call.facts;
  const { told = [], workplaces = [], options = [], otherWork = [], leads = [] } = call.facts;
  const { cwd } = call.request.caller;
  const place = touches.find((touch) => touch.kind === 'path' && touch.access === 'list');
  return {
    tool: tool.name,
    session: call.request.caller.session,
    principals: principalsOf(call.request.caller),
    // The same words mean other files elsewhere: `cat .env`.
    argsDigest: () =>
      hash('sha256', canonicalJson([tool.name, boundArgs(tool, args), cwd ?? null, ...leads])),
    touches,
    leads,
    commands,
    weighty: weighty ?? commands,
    writes: writes ?? [],
    reaches: reaches ?? [],
    linked,
    isSecret,
    servers,
    runs,
    unfound,
    told,
    workplaces,
    options,
    otherWork,
    choices: choicesOf(tool, args),
    meanwhile: call.facts.meanwhile ?? [],
    place: place?.kind === 'path' ? place.path : cwd,
    roots: call.request.caller.roots,
    access: wantedAccess(call.facts),
    beyondNeeds: requested.filter((access) => !needs.includes(access)),
    scriptsDigest: digestOf(scripts, unfound),
  };
}

/** A run is its own, and the one's it works for. */
export const principalsOf = (caller: Caller): string[] => [
  answersFor(caller.principal),
  answersFor(ownerOf(caller)),
];

/** Of what it runs; what cannot be told beforehand is said with its words, so that others are not the same. */
const digestOf = (scripts: readonly unknown[], unfound: readonly string[]): string | undefined =>
  scripts.length + unfound.length === 0
    ? undefined
    : hash('sha256', canonicalJson(unfound.length === 0 ? scripts : [scripts, unfound]));

function choicesOf({ choosesBy = [], input }: Tool, args: Record<string, unknown>): string[] {
  return choosesBy.flatMap((name) => {
    const usual = input.shape[name]?.safeParse(undefined).data;
    return args[name] === usual ? [] : [`${name}=${args[name]}`];
  });
}

/** What the agent says of a call changes nothing of what it does, where its tool takes a `reason` as that. */
export function boundArgs({ saysReason }: Tool, args: Record<string, unknown>): Record<string, unknown> {
  const { reason: _, ...rest } = args;
  return saysReason ? rest : args;
}
