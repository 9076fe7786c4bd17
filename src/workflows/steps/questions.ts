import { hash } from 'node:crypto';
import type { Approval } from '../../core/approval/approval.ts';
import { visibleLine } from '../../core/text/visible.ts';
import type { Step } from '../../core/workflow/step.ts';
import type { RunEngine, RunningRun } from '../runs/run-port.ts';
import type { Services } from '../services.ts';
import { runOfSession, sessionOf } from './run-caller.ts';
import type { RunWork } from './run-work.ts';
import type { CutOff, PersonsAnswer, StepActions } from './step-actions.ts';

const WEEK_MS = 604_800_000;

/** Questions of runs go to the same inbox as those of calls. */
export function createQuestions(
  services: Services,
): Pick<StepActions, 'askApproval' | 'askCutOff' | 'settle'> {
  const ask = (run: RunningRun, step: Step, about: string, title: string, preview: string): string => {
    const { caller } = run.work as RunWork;
    const ttlMs = step.approval === undefined ? WEEK_MS : (step.timeoutMs ?? WEEK_MS);
    return services.approvals.ask({
      digest: digestOf(run, about),
      principal: caller.principal,
      session: sessionOf(run.runId),
      client: caller.client,
      tool: 'run_workflow',
      card: { title, risk: 'MEDIUM', reasons: [], preview, scopes: ['once'], remember: {} },
      args: { executionId: run.runId, step: step.id, about },
      expiresAt: new Date(Date.now() + ttlMs).toISOString(),
    }).id;
  };
  return {
    askApproval: async (run, step, question) =>
      ask(run, step, `${step.id}.approval`, 'Go on with a workflow', `${named(run, step)}\n\n${question}`),
    askCutOff: async (run, step, name, startedAt, found) =>
      ask(
        run,
        step,
        `${name}.cut-off`,
        'Run a step again that was cut off',
        cutOffText(run, step, startedAt, found),
      ),
    settle: (run, approvalId) => {
      const { args, status } = services.approvals.get(approvalId) ?? {};
      if (status === 'approved' && typeof args?.about === 'string')
        services.approvals.take(digestOf(run, args.about));
    },
  };
}

const digestOf = ({ runId }: RunningRun, about: string): string =>
  hash('sha256', JSON.stringify([runId, about]));

const named = (run: RunningRun, step: Step): string =>
  visibleLine(`${(run.work as RunWork).document.name}, run ${run.runId}, step "${step.name}"`);

const cutOffText = (run: RunningRun, step: Step, startedAt: number, found: CutOff): string =>
  [
    named(run, step),
    '',
    `It began at ${new Date(startedAt).toISOString()}, and the host ended before it was done.`,
    found.kind === 'ended'
      ? `The record says that it ${found.ok ? 'succeeded' : `failed (${found.code ?? 'unknown'})`}; its result is lost.`
      : 'It is not known whether it took effect.',
    '',
    ...(step.command === undefined ? [] : [step.command, '']),
    'Allow: it runs again. Deny: it counts as failed.',
    `If it was done: toolgate workflows answer ${run.runId} ${step.id} done`,
  ].join('\n');

/** Hands the answers of people on to the runs that wait for them, also those given while no host was there. */
export function tellRuns(services: Services, engine: RunEngine): () => void {
  const tell = (approval: Approval): void => {
    const runId = runOfSession(approval.session);
    const answer = answerOf(approval);
    if (runId !== undefined && answer) void engine.send(runId, `confirm:${approval.id}`, answer);
  };
  for (const approval of services.approvals.list()) tell(approval);
  return services.approvals.onChange(tell);
}

/** A run that has ended waits for no answer: a person would decide about nothing. */
export function closeQuestions(runId: string, { approvals }: Pick<Services, 'approvals'>): void {
  for (const { id, session } of approvals.list('pending'))
    if (session === sessionOf(runId)) approvals.close(id, 'toolgate', 'the run has ended');
}

function answerOf({ status, decidedBy, feedback }: Approval): PersonsAnswer | undefined {
  if (status === 'pending') return undefined;
  return {
    status: status === 'denied' || status === 'expired' ? status : 'approved',
    ...(decidedBy !== null && { by: decidedBy }),
    ...(feedback !== null && { feedback }),
  };
}
