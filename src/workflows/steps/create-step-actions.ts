import { kindOf } from '../../core/workflow/step.ts';
import type { Services } from '../services.ts';
import { keepArtifacts } from './artifacts.ts';
import type { Grants } from './grants.ts';
import { keyOf, perform } from './perform.ts';
import { createQuestions } from './questions.ts';
import { sessionOf } from './run-caller.ts';
import type { RunLog } from './run-log.ts';
import type { RunWork } from './run-work.ts';
import type { CutOff, StepActions } from './step-actions.ts';

interface ActionParts {
  readonly services: Services;
  readonly grants: Grants;
  readonly log: RunLog;
  /** Where artifacts are kept. */
  readonly directory: string;
}

export function createStepActions({ services, grants, log, directory }: ActionParts): StepActions {
  return {
    ...createQuestions(services),
    execute: (attempt, scope) => perform(attempt, scope, { services, grants, log }),
    lookUp: async ({ runId }, name) => lookUp(services, runId, name),
    onlyReads: async (run, step) => {
      const work = run.work as RunWork;
      return kindOf(step) !== 'webhook' && work.planned[`${work.path}${step.id}`]?.onlyReads === true;
    },
    keepArtifacts: (attempt) => keepArtifacts(attempt, services, directory),
    note: (run, { id }, text) => log.append(run.runId, id, text),
  };
}

/** The row of its intent is written right before a call begins: no row, and nothing has happened. */
function lookUp({ recorded }: Services, runId: string, name: string): CutOff {
  const rows = recorded(sessionOf(runId));
  const intent = rows.find(({ kind, body }) => kind === 'intent' && body.requestKey === keyOf(runId, name));
  if (!intent) return { kind: 'never began' };
  const outcome = rows.find(({ kind, callId }) => kind === 'outcome' && callId === intent.callId);
  if (!outcome) return { kind: 'unknown' };
  return {
    kind: 'ended',
    ok: outcome.body.ok === true,
    ...(typeof outcome.body.code === 'string' && { code: outcome.body.code }),
  };
}
