import type { Caller } from '../../core/call/caller.ts';
import type { LogLine } from '../../core/workflow/execution.ts';
import type {
  ActionView,
  ExecutionView,
  PermissionLevel,
  TemplateView,
  WebhookView,
  WorkflowView,
} from '../../core/workflow/workflows.ts';
import type { DeliveryRow } from '../../store/webhooks.ts';
import type { Parts } from '../parts.ts';
import type { NewTemplate } from '../templates/templates.ts';
import { runsOfPeople } from './runs-of-people.ts';
import { triggersOfPeople } from './triggers-of-people.ts';

/** What people do with workflows and agents cannot. */
export interface People extends PeoplesTriggers, PeoplesRuns {}

export interface PeoplesTriggers {
  list(roots: readonly string[]): WorkflowView[];
  /** What is wrong with files that are missing in the list, a line each. */
  wrongFiles(roots: readonly string[]): readonly string[];
  show(workflowId: string, roots: readonly string[]): WorkflowView;
  /** Lets this very version start by itself: at its times, and by its webhooks. */
  enable(workflowId: string, caller: Caller, by: string): Promise<WorkflowView>;
  disable(workflowId: string): WorkflowView;
  /** Offers it as a tool of this name; null takes it back. */
  expose(workflowId: string, name: string | null): WorkflowView;
  /** A word about one action is about what it does for this caller, as far as that is known. */
  setPermission(subject: string, level: PermissionLevel | null, by: string, caller?: Caller): Promise<void>;
  actions(): ActionView[];
  templates(): TemplateView[];
  /** A new one, or another text of one that is there. */
  saveTemplate(templateId: string | undefined, template: NewTemplate, by: string): TemplateView;
  removeTemplate(templateId: string): void;
  webhooks(): Promise<WebhookView[]>;
  /** What went through a webhook, newest first. */
  deliveries(webhookId: string): (DeliveryRow & { readonly createdAt: string })[];
  /** A new token or secret, shown this once; the old one is worth nothing from now on. */
  rotate(webhookId: string): Promise<{ webhookId: string; auth: string; secret: string; path: string }>;
  removeWebhook(webhookId: string): void;
}

export interface PeoplesRuns {
  execution(executionId: string): ExecutionView;
  executions(limit: number): ExecutionView[];
  logs(executionId: string, after: number): LogLine[];
  cancel(executionId: string): Promise<ExecutionView>;
  /** What becomes of a step that was cut off. */
  answer(executionId: string, stepId: string, answer: 'retry' | 'done' | 'fail', by: string): Promise<void>;
  /** A new run of the same document in which what was done counts as done; answers its id. */
  rerunFailed(executionId: string, by: string): Promise<string>;
  /** Sends an event to a run that waits for it. */
  signal(executionId: string, event: string, data: unknown): Promise<void>;
}

export const createPeople = (parts: Parts): People => ({
  ...triggersOfPeople(parts),
  ...runsOfPeople(parts),
});
