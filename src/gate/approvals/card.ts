import type { ApprovalCard, ApprovalScope } from '../../core/approval/approval.ts';
import { previewText, type ShownPreview } from '../../core/approval/preview.ts';
import { type Call, resolved } from '../../core/call/call.ts';
import { runsWithKeys } from '../../core/process/runs-with-keys.ts';
import { ACCESS_WORDS } from '../../core/process/sandbox.ts';
import type { Risk } from '../../core/risk.ts';
import { cutAtWord } from '../../core/text/cut-at-word.ts';
import { namesTmp, runsFromTmp } from '../policy/confinement.ts';
import { leadsOutside } from '../policy/leads-outside.ts';
import { withVariables } from '../policy/match-rule.ts';
import { boundArgs, subjectOf } from '../policy/subject.ts';
import type { ShownFiles } from './executed-files.ts';
import { rememberFor } from './remember.ts';

/** What the person sees; everything in it comes from the parsed call. */
export function cardFor(call: Call, preview: ShownPreview | undefined, executed: ShownFiles): ApprovalCard {
  const { tool, args } = resolved(call);
  const {
    risk = 'CRITICAL',
    reasons = [],
    access = [],
    sandbox,
    decision,
    segments = [],
    servers,
    changesCaches = false,
    meanwhile = [],
  } = call.facts;
  const reason = tool.saysReason ? args.reason : undefined;
  const scopes: readonly ApprovalScope[] =
    isOnlyForNow(call) || executed.isPartial ? ['once'] : scopesFor(risk);
  const details = [
    ...(access.length > 0 ? [`It may ${access.map((one) => ACCESS_WORDS[one]).join('; ')}.`] : []),
    ...(changesCaches && !access.includes('host') ? [CACHES_IN_WORDS] : []),
    ...(servers ? [`It changes nothing, and reaches nothing but port ${servers.join(', ')}.`] : []),
    ...(sandbox === 'none' ? ['No sandbox works here: it can do whatever you can.'] : []),
    ...tmpInWords(call),
    ...executed.words,
    ...(executed.isPartial ? ['Not all of what it runs is shown, so it can be allowed once only.'] : []),
    ...meanwhile.map(
      (command) => `While it runs, this can change what it runs: ${JSON.stringify(cutAtWord(command, 200))}`,
    ),
    ...(risk === 'LOW' && scopes.includes('session')
      ? ['What is LOW is asked about once a session: a yes covers further calls of this kind.']
      : []),
    // Last, and as what it is: nothing an agent writes may pass for what the gate found out.
    ...(typeof reason === 'string' && reason !== '' ? [`The agent says: ${JSON.stringify(reason)}`] : []),
  ];
  return {
    title: tool.title,
    risk,
    reasons,
    ...(decision && { rule: decision.rule }),
    ...(segments.length > 0 && { segments }),
    preview: previewText(preview) ?? JSON.stringify(boundArgs(tool, args), null, 2),
    ...(typeof preview === 'object' && { parts: preview.parts }),
    ...(details.length > 0 && { details }),
    scopes,
    remember: rememberFor(call, risk),
  };
}

/** Other projects are built from what lies there. */
const CACHES_IN_WORDS =
  'It may also change what package managers and build tools keep in your home directory (~/.npm, ~/.cargo/registry, ~/go/pkg and the like): code that your other projects use.';

/** What unasked commands left in /tmp is no part of what a person reads here. */
function tmpInWords({ facts, request }: Call): string[] {
  const { access = [], hasSandbox } = facts;
  if (!hasSandbox || access.length === 0 || !namesTmp(facts, request.caller)) return [];
  return runsFromTmp(facts, request.caller)
    ? ['Of /tmp it finds only the files that it runs.']
    : ['What it reads in /tmp may change until it does: commands write there that nobody is asked about.'];
}

/** What nobody could read, or what a file tells that may hold anything the next time. */
const isOnlyForNow = (call: Call): boolean =>
  runsFromElsewhere(call) ||
  (call.facts.unfound ?? []).length > 0 ||
  isWithKeys(call) ||
  subjectOf(call).weighty.some((words) => isToldByFile(withVariables(words).words));

const isWithKeys = (call: Call): boolean => {
  const { runs = [], scripts = [], access = [], requested } = call.facts;
  const commands = subjectOf(call).weighty.map((words) => withVariables(words).words);
  return runsWithKeys({ access, requested, executed: runs.length + scripts.length, commands });
};

/** Archives and patches say themselves which files are written, and with what. */
const isToldByFile = ([program = '', first = '']: readonly string[]): boolean =>
  /(^|\/)([bg]?(sd)?tar|cpio|pax|unzip|7z[ar]?|unrar|patch|rsync|jar|ar)$/.test(program) ||
  (program === 'git' && /^(apply|am)$/.test(first));

/** What lies outside of the open directories, in a /tmp of the agent above all, can change without anybody being asked. */
function runsFromElsewhere(call: Call): boolean {
  const { weighty, place = '/', roots = [] } = subjectOf(call);
  return weighty.some((words) =>
    // The value of a variable too.
    words
      .map((word) => word.replace(/^[A-Za-z_]\w*=['"]?/, ''))
      .some((word) => word.startsWith('/') && leadsOutside(word, place, roots)),
  );
}

/** The riskier a call, the less an answer may cover. */
function scopesFor(risk: Risk): ApprovalScope[] {
  if (risk === 'CRITICAL') return ['once'];
  return risk === 'HIGH' ? ['once', 'session'] : ['once', 'session', 'always'];
}
