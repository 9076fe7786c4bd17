import { dirname } from 'node:path';
import type { ApprovalCard, ApprovalScope } from '../../core/approval.ts';
import { type Call, resolved } from '../../core/call.ts';
import { isInside } from '../../core/paths.ts';
import { isAtLeast, type Risk } from '../../core/risk.ts';
import type { RulePattern } from '../../core/rule.ts';
import { hostsOf, isInline } from '../policy/match-rule.ts';
import { subjectOf } from '../policy/subject.ts';

/** What the person sees; everything in it comes from the parsed call. */
export async function cardFor(call: Call, preview: string | undefined): Promise<ApprovalCard> {
  const { tool, args } = resolved(call);
  const { risk = 'CRITICAL', reasons = [] } = call.facts;
  return {
    title: tool.title,
    risk,
    reasons,
    preview: visible(preview ?? JSON.stringify(args, null, 2)),
    scopes: scopesFor(risk),
    remember: rememberFor(call, risk),
  };
}

/** The riskier a call, the less an answer may cover. */
function scopesFor(risk: Risk): ApprovalScope[] {
  if (risk === 'CRITICAL') return ['once'];
  return risk === 'HIGH' ? ['once', 'session'] : ['once', 'session', 'always'];
}

/** HIGH: these very arguments. Else: the same programs, or files of the same project. */
function rememberFor(call: Call, risk: Risk): RulePattern {
  const { argsDigest, touches, commands, weighty } = subjectOf(call);
  if (isAtLeast(risk, 'HIGH') || (commands.length > 0 && weighty.length === 0)) return { args: argsDigest() };
  const hosts = hostsOf({ touches });
  // What may be done on one machine may not be done on another.
  const there = hosts.length > 0 ? { hosts: [...new Set(hosts)] } : {};
  if (weighty.length > 0) return { commands: weighty.map(beginningOf), ...there };
  const paths = touches.flatMap((touch) =>
    touch.kind === 'path' ? [placeFor(touch.path, call.request.caller.roots)] : [],
  );
  return { ...(paths.length > 0 && { paths: [...new Set(paths)] }), ...there };
}

// These run something else, and what that is stands behind them.
const STARTERS =
  /^(npx|pnpx|bunx|uvx|pipx|bundle|poetry|uv|rye|hatch|pdm|sh|bash|zsh|timeout|nice|nohup|time|env|xargs|find|watch|make|docker|kubectl|ssh)$/;

/**
 * The program: what it does at this risk is alike, and what it does beyond is asked again. Of one that starts
 * others, and of one that is given its program as a text, also the next word.
 */
const beginningOf = ([program = '', ...words]: readonly string[]): readonly string[] =>
  STARTERS.test(program) || isInline(words[0]) ? [program, ...words.slice(0, 1)] : [program];

/** The whole of the open directory: files that decide what runs or how things are built are asked about anyway. */
const placeFor = (path: string, roots: readonly string[]): string =>
  roots.find((root) => isInside(path, [root])) ?? dirname(path);

/** Characters that could forge or hide part of the card are shown as what they are. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

const visible = (text: string): string =>
  text.replace(INVISIBLE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
