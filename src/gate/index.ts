import type { Answer, Call, RunResult, Step } from '../core/call.ts';
import type { Config } from '../core/config.ts';
import type { Log } from '../core/log.ts';
import type { Registry } from '../core/registry.ts';
import type { AuditLog } from '../store/audit.ts';
import { approve } from './approve.ts';
import { classify } from './classify.ts';
import { decide } from './decide.ts';
import { intent } from './intent.ts';
import { rate } from './rate.ts';
import { record } from './record.ts';
import type { Redactor } from './redact/known-values.ts';
import { redact } from './redact.ts';
import { resolve } from './resolve.ts';
import { type MakeContext, run } from './run.ts';
import { slot } from './slot.ts';
import { time } from './time.ts';
import { validate } from './validate.ts';

export interface GateParts {
  readonly config: Config;
  readonly registry: Registry;
  readonly audit: AuditLog;
  readonly redactor: Redactor;
  readonly log: Log;
  readonly makeContext: MakeContext;
}

/** The way of every call, outermost step first. */
export function createGate({
  config,
  registry,
  audit,
  redactor,
  log,
  makeContext,
}: GateParts): (call: Call) => Promise<Answer> {
  const steps: readonly Step[] = [
    redact(redactor),
    resolve(registry),
    validate(),
    rate(config.limits),
    classify(),
    decide(config),
    approve(),
    slot(config.limits),
    intent(audit, redactor),
    time(),
  ];
  return record({ audit, redactor, log }, compose(steps, run(makeContext, config.outputBudgetBytes)));
}

type Next = (call: Call) => Promise<RunResult>;

const compose = (steps: readonly Step[], last: Next): Next =>
  steps.reduceRight<Next>((next, step) => (call) => step(call, next), last);
