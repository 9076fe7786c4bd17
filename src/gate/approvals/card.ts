import { dirname, join, relative, sep } from 'node:path';
import type { ApprovalCard, ApprovalScope } from '../../core/approval.ts';
import { type Call, resolved } from '../../core/call.ts';
import { isInside } from '../../core/paths.ts';
import { isAtLeast, type Risk } from '../../core/risk.ts';
import type { RulePattern } from '../../core/rule.ts';
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

/** HIGH: these very arguments. Else: the same commands, or files in the same part of the project. */
function rememberFor(call: Call, risk: Risk): RulePattern {
  const { argsDigest, touches, commands, weighty } = subjectOf(call);
  if (isAtLeast(risk, 'HIGH') || (commands.length > 0 && weighty.length === 0)) return { args: argsDigest };
  if (weighty.length > 0) return { commands: weighty.map(beginningOf) };
  const paths = touches.flatMap((touch) =>
    touch.kind === 'path' ? [partOf(touch.path, call.request.caller.roots)] : [],
  );
  return paths.length > 0 ? { paths: [...new Set(paths)] } : {};
}

/** The program and what it is told to do; behind `run` and the like stands what that is. */
const beginningOf = (words: readonly string[]): readonly string[] =>
  words.slice(0, /^(run|run-script|exec|dlx|x|-m)$/.test(words[1] ?? '') ? 3 : 2);

/** Everything below the same directory right under the root: whoever works in src works in all of it. */
function partOf(path: string, roots: readonly string[]): string {
  const root = roots.find((one) => isInside(path, [one]));
  if (root === undefined) return `${dirname(path)}/**`;
  const [first, ...rest] = relative(root, path).split(sep);
  if (first === '') return `${root}/**`;
  return rest.length === 0 ? `${root}/*` : `${join(root, first ?? '')}/**`;
}

/** Characters that could forge or hide part of the card are shown as what they are. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

const visible = (text: string): string =>
  text.replace(INVISIBLE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
