import type { ShownPreview } from '../core/approval/preview.ts';
import {
  type Answer,
  type Call,
  type Judgement,
  type Next,
  type RunResult,
  resolved,
  type Step,
} from '../core/call/call.ts';
import type { StartedCall } from '../core/call/started-call.ts';
import type { Config } from '../core/config.ts';
import type { Log } from '../core/log.ts';
import type { Registry } from '../core/tool/registry.ts';
import type { ApprovedFiles } from '../store/approved-files.ts';
import type { AuditLog } from '../store/audit/audit-log.ts';
import type { Seal } from '../store/audit/seal.ts';
import type { Agents } from './agents.ts';
import type { Approvals } from './approvals/approvals.ts';
import { boundFiles, executedInWords, rememberFiles } from './approvals/executed-files.ts';
import { createEffect } from './effect.ts';
import type { Redactor } from './redact/redactor.ts';
import { judgeName } from './risk/paths/judge-named-path.ts';
import type { Surroundings } from './risk/place.ts';
import { approve } from './steps/approve.ts';
import { classify, classifyCall } from './steps/classify.ts';
import { decide, decideCall, type Rules } from './steps/decide.ts';
import { intent } from './steps/intent.ts';
import { pace } from './steps/pace.ts';
import { rate } from './steps/rate.ts';
import { judged, record } from './steps/record.ts';
import { createRecordBudget } from './steps/record-budget.ts';
import { redact } from './steps/redact.ts';
import { resolve } from './steps/resolve.ts';
import { type MakeContext, run } from './steps/run.ts';
import { type RunGrants, runGrant } from './steps/run-grant.ts';
import { slot } from './steps/slot.ts';
import { stands } from './steps/start-again.ts';
import { type RightsNow, still } from './steps/still.ts';
import { time } from './steps/time.ts';
import { validate, validateCall } from './steps/validate.ts';

export interface GateParts {
  readonly config: Config;
  readonly registry: Registry;
  readonly audit: AuditLog;
  readonly agents: Agents;
  readonly rules: Rules;
  readonly approvals: Approvals;
  readonly approvedFiles: ApprovedFiles;
  readonly surroundings: Surroundings;
  readonly redactor: Redactor;
  /** For what a row has to have, and nobody may read there. */
  readonly seal: Seal;
  readonly log: Log;
  readonly makeContext: MakeContext;
  /** Where the page for people is served, if it is. */
  readonly address?: () => string | undefined;
  readonly grants: RunGrants;
  readonly rights: RightsNow;
}

export interface Gate {
  readonly call: (call: Call) => Promise<Answer>;
  /** The same steps, up to the row that says what is about to happen; the agent does it then. */
  readonly judge: (call: Call) => Promise<Judgement>;
  /** The steps of a process that starts again, which nobody can be asked about; `start` is what happens then. */
  readonly startAgain: (
    call: Call,
    started: StartedCall,
    start: (call: Call) => Promise<void>,
  ) => Promise<Answer>;
}

/** The way of every call, outermost step first. */
export function createGate(parts: GateParts): Gate {
  const { config, registry, audit, agents, rules, approvals, approvedFiles, grants, rights } = parts;
  const { surroundings, redactor, seal, log, makeContext } = parts;
  const preview = async (call: Call): Promise<ShownPreview | undefined> => {
    const { tool, args } = resolved(call);
    return tool.preview?.(args, makeContext(call));
  };
  const effect = createEffect(makeContext, surroundings);
  const holdsSecrets = ({ facts, request }: Call): boolean =>
    (facts.touches ?? []).some(
      (touch) =>
        touch.kind === 'path' && judgeName(touch.path, 'read', surroundings, request.caller).isSecret,
    );
  const recheck = async (call: Call, args: Record<string, unknown>): Promise<void> => {
    call.facts.args = args;
    validateCall(call);
    await classifyCall(call, surroundings);
    decideCall(call, config, rules);
  };
  const steps: readonly Step[] = [
    redact(redactor, config.outputBudgetBytes),
    agents.hold,
    resolve(registry),
    validate(),
    rate(config.limits),
    classify(surroundings),
    decide(config, rules),
    runGrant({ grants, effect }),
    approve({
      approvals,
      settings: config.approvals,
      preview,
      effect,
      recheck,
      holdsSecrets,
      isShownWhole: (text) => redactor.value(text).count === 0,
      address: parts.address,
      bindFiles: (call) => {
        // What runs closed can do no harm, whatever its files say by then: unless it gets a secret, which it could print.
        const { secrets = {} } = call.request.caller.setByRun ?? {};
        if (call.facts.sandbox === 'closed' && Object.keys(secrets).length === 0) return;
        const bound = boundFiles(call, surroundings);
        if (bound.length > 0) call.facts.bound = bound;
      },
      executed: (call) => executedInWords(call, surroundings, approvedFiles),
      rememberFiles: (call) => rememberFiles(call, surroundings, approvedFiles),
    }),
    agents.holdAgain,
    slot(config.limits, agents),
    pace(),
    still({ rights, config, rules }),
    intent(audit, redactor, seal),
  ];
  const recording = { audit, budget: createRecordBudget(config.limits), redactor, seal, log };
  return {
    call: record(recording, compose([...steps, time()], run(makeContext, effect))),
    judge: judged(
      recording,
      compose(steps, () => NOTHING),
    ),
    startAgain: startingAgain(parts, recording),
  };
}

const startingAgain =
  (
    { agents, registry, surroundings, config, rules, audit, redactor, seal }: GateParts,
    recording: Parameters<typeof record>[0],
  ): Gate['startAgain'] =>
  (call, started, start) => {
    const steps: readonly Step[] = [
      agents.holdAgain,
      resolve(registry),
      validate(),
      classify(surroundings),
      stands(started, { config, rules, surroundings }),
      intent(audit, redactor, seal),
    ];
    return record(
      recording,
      compose(steps, (judgedAgain) => start(judgedAgain).then(() => NOTHING)),
    )(call);
  };

const NOTHING: RunResult = { data: {}, content: [] };

const compose = (steps: readonly Step[], last: Next): Next =>
  steps.reduceRight<Next>((next, step) => (call) => step(call, next), last);
