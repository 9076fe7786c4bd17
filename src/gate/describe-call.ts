import { hash } from 'node:crypto';
import type { Call } from '../core/call/call.ts';
import type { Seal } from '../store/audit/seal.ts';
import { LONGEST_RECORDED } from './records-whole.ts';
import type { Redactor } from './redact/redactor.ts';
import { redactDeep } from './redact/scan/redact-deep.ts';

const LONGEST_ARGUMENTS = 4096;
/** Masks are longer than the shortest secrets. */
const LONGEST_MASKED = 3 * LONGEST_RECORDED;

/** What the record keeps of a call: who, what, on what, how risky, and who decided. */
export function describeCall(call: Call, redactor: Redactor, seal: Seal): Record<string, unknown> {
  const { request, facts } = call;
  const { principal, client, subagent, session, transport, cwd, onBehalfOf } = request.caller;
  const masked = (text: string): string => redactor.value(text).text;
  // JSON leaves out what is undefined.
  return {
    requestKey: request.requestKey && masked(request.requestKey),
    principal,
    // The agent names itself, and what it calls.
    client: masked(client.name),
    subagent: subagent && masked(subagent),
    session,
    transport,
    cwd: cwd && masked(cwd),
    onBehalfOf,
    parent: request.parent,
    laterStart: request.laterStart,
    tool: facts.tool?.name ?? masked(request.tool),
    alias: facts.alias,
    ...argumentsOf(call, redactor, seal),
    ...touchesOf(call, redactor),
    leads: facts.leads && redactDeep(facts.leads.slice(0, MOST_LEADS), redactor),
    risk: facts.risk,
    decision: facts.decision?.verdict,
    rule: facts.decision?.rule,
    approval: facts.decision?.approvalId,
    sandbox: facts.sandbox,
    secrets: secretsOf(call),
    access: facts.access?.length ? facts.access : undefined,
  };
}

/** Names of stored secrets only, so they stand as they are. */
function secretsOf({ facts, request }: Call): readonly string[] | undefined {
  const names = [...(facts.secrets ?? []), ...Object.values(request.caller.setByRun?.secrets ?? {})];
  return names.length > 0 ? [...new Set(names)] : undefined;
}

/** A call can name a thousand long paths: the record keeps the first of them, and how many there are. */
function touchesOf({ facts: { touches = [] } }: Call, redactor: Redactor): Record<string, unknown> {
  if (touches.length === 0) return {};
  if (touches.length <= FEW_TOUCHES) return { touches: redactDeep(touches, redactor) };
  const kept: unknown[] = [];
  let left = LONGEST_TOUCHES;
  for (const touch of touches) {
    left -= JSON.stringify(touch).length;
    if (left < 0) break;
    kept.push(touch);
  }
  const isCut = kept.length < touches.length;
  return { touches: redactDeep(kept, redactor), ...(isCut && { touchesCount: touches.length }) };
}

const FEW_TOUCHES = 4;
const MOST_LEADS = 100;
const LONGEST_TOUCHES = 65_536;

/** Long arguments (a file's content) would make the record as large as the work; their hash still identifies them. */
function argumentsOf({ id, facts, request }: Call, redactor: Redactor, seal: Seal): Record<string, unknown> {
  const runs = facts.tool?.effects.includes('exec') === true;
  const given = facts.args ?? request.args;
  const args = redactDeep(given, redactor);
  // A guess at a secret may hide a part of what ran, and the record has all of that.
  const sealed = runs && args !== given ? { sealed: seal(id, JSON.stringify(given)) } : {};
  if (isClearlyShort(args)) return { args, ...sealed };
  const text = JSON.stringify(args) ?? 'null';
  // Of what runs something a row has all: what is longer is not taken.
  const longest = runs ? LONGEST_MASKED : LONGEST_ARGUMENTS;
  if (text.length <= longest) return { args, ...sealed };
  return {
    args: `${text.slice(0, LONGEST_ARGUMENTS)}...`,
    argsBytes: Buffer.byteLength(text),
    argsSha256: hash('sha256', text),
  };
}

// JSON writes a character as six at most; to write it out only to measure it costs as much as the row.
const FEW_CHARACTERS = LONGEST_ARGUMENTS / 8;

function isClearlyShort(args: unknown): boolean {
  if (typeof args !== 'object' || args === null) return false;
  // Sound: only the keys that are listed are read.
  const members = args as Readonly<Record<string, unknown>>;
  let characters = 0;
  for (const name in members) {
    const value = members[name];
    if (typeof value === 'object' && value !== null) return false;
    characters += name.length + (typeof value === 'string' ? value.length : 8);
    if (characters >= FEW_CHARACTERS) return false;
  }
  return true;
}
