import { randomBytes } from 'node:crypto';
import type { Caller } from '../core/caller.ts';
import { ToolError, UsageError } from '../core/errors.ts';
import type { LogLine } from '../core/workflow/execution.ts';
import type { ExecutionView, PermissionLevel, WorkflowView } from '../core/workflow/workflows.ts';
import { syncFiles } from './definitions/sync-files.ts';
import { toView } from './definitions/workflow-view.ts';
import type { Parts } from './parts.ts';
import { executionView } from './runs/execution-view.ts';
import { placedCaller, planOf } from './runs/start-run.ts';
import { runCallerOf } from './steps/run-caller.ts';
import { secretNameOf, tokenHash } from './webhooks/receive.ts';

/** What people do with workflows and agents cannot. */
export interface People {
  list(roots: readonly string[]): WorkflowView[];
  show(workflowId: string, roots: readonly string[]): WorkflowView;
  /** Lets this very version start by itself: at its times, and by its webhooks. */
  enable(workflowId: string, caller: Caller, by: string): Promise<WorkflowView>;
  disable(workflowId: string): WorkflowView;
  expose(workflowId: string, name: string | null): WorkflowView;
  setPermission(subject: string, level: PermissionLevel | null, by: string): void;
  /** A new token or secret, shown this once; the old one is worth nothing from now on. */
  rotate(webhookId: string): Promise<{ webhookId: string; auth: string; secret: string; path: string }>;
  execution(executionId: string): ExecutionView;
  executions(limit: number): ExecutionView[];
  logs(executionId: string, after: number): LogLine[];
  cancel(executionId: string): Promise<ExecutionView>;
  /** What becomes of a step that was cut off. */
  answer(executionId: string, stepId: string, answer: 'retry' | 'done' | 'fail', by: string): Promise<void>;
  /** Sends an event to a run that waits for it. */
  signal(executionId: string, event: string, data: unknown): Promise<void>;
}

export function createPeople(parts: Parts): People {
  const { definitions, stores, engine, scheduler, services } = parts;
  const execution = (id: string): ExecutionView => {
    const row = stores.runs.get(id);
    if (!row) throw new UsageError(`There is no execution "${id}".`);
    return executionView(row, stores.runs.ops(id));
  };
  return {
    list: (roots) => {
      syncFiles(parts, roots);
      return definitions.list().map((one) => toView(one, parts));
    },
    show: (id, roots) => {
      syncFiles(parts, roots);
      return toView(definitions.get(id), parts);
    },
    enable: async (id, caller, by) => {
      syncFiles(parts, caller.roots);
      const definition = definitions.get(id);
      const { planned } = await planOf(definition, undefined, caller, parts);
      const runCaller = runCallerOf(placedCaller(definition, caller, services), id, definition.version);
      const { hash } = definition;
      definitions.enable(id, { hash, by, at: new Date().toISOString(), caller: runCaller, planned });
      scheduler.set(definitions.get(id));
      return toView(definitions.get(id), parts);
    },
    disable: (id) => {
      definitions.get(id);
      definitions.enable(id, null);
      scheduler.set(definitions.get(id));
      return toView(definitions.get(id), parts);
    },
    expose: (id, name) => {
      definitions.get(id);
      stores.workflows.setExposeAs(id, name);
      services.changed('tools');
      return toView(definitions.get(id), parts);
    },
    setPermission: (subject, level, by) => {
      if (subject !== '*' && !/^type:(script|webhook|workflow)$/.test(subject)) parts.actions.get(subject);
      stores.actions.setPermission(subject, level, by);
    },
    rotate: async (webhookId) => {
      const row = stores.webhooks.get(webhookId);
      if (!row) throw new ToolError('NOT_FOUND', `There is no incoming webhook "${webhookId}"`);
      const bytes = randomBytes(32);
      const secret =
        row.auth === 'token'
          ? `tgh_${bytes.toString('base64url')}`
          : row.auth === 'standard'
            ? `whsec_${bytes.toString('base64')}`
            : bytes.toString('hex');
      if (row.auth !== 'token') await services.secrets.set(secretNameOf(webhookId), secret);
      stores.webhooks.setToken(webhookId, tokenHash(secret));
      return { webhookId, auth: row.auth, secret, path: `/hooks/${webhookId}` };
    },
    execution,
    executions: (limit) =>
      stores.runs.list({ limit }).map((row) => executionView(row, stores.runs.ops(row.id))),
    logs: (id, after) => parts.log.read(id, after, 10_000),
    cancel: async (id) => {
      execution(id);
      if (!(await engine.cancel(id))) throw new UsageError(`The execution ${id} has ended already.`);
      await engine.ended(id, 5000);
      return execution(id);
    },
    answer: async (executionId, stepId, answer, by) => {
      const waiting = stores.runs
        .ops(executionId)
        .find(
          ({ name, endedAt, value }) =>
            isQuestionOf(name, stepId) && endedAt !== null && typeof value === 'string',
        );
      if (!waiting) throw new UsageError(`The step "${stepId}" of ${executionId} waits for no answer.`);
      const status = { retry: 'approved', done: 'done', fail: 'denied' }[answer];
      await engine.send(executionId, `confirm:${String(waiting.value)}`, { status, by });
    },
    signal: async (executionId, event, data) => {
      execution(executionId);
      await engine.send(executionId, `event:${event}`, data);
    },
  };
}

const isQuestionOf = (name: string, stepId: string): boolean =>
  new RegExp(`^${stepId.replaceAll(/[^A-Za-z0-9_-]/g, '')}#\\d+\\.ask(~\\d+)?$`).test(name);
