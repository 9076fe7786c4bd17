import { hash } from 'node:crypto';
import { type Call, resolved } from '../../core/call.ts';
import { canonicalJson } from '../../core/canonical-json.ts';
import type { RuleSubject } from './match-rule.ts';

/** What rules are compared with, from the facts of a call. */
export function subjectOf(call: Call): RuleSubject {
  const { tool, args } = resolved(call);
  return {
    tool: tool.name,
    session: call.request.caller.session,
    argsDigest: () => hash('sha256', canonicalJson([tool.name, args])),
    touches: call.facts.touches ?? [],
    commands: call.facts.commands ?? [],
    weighty: call.facts.weighty ?? call.facts.commands ?? [],
    writes: call.facts.writes ?? [],
    reaches: call.facts.reaches ?? [],
  };
}
