import type { Preview } from '../approval/preview.ts';
import type { Execution, ExecutionStatus, ExecutionStep, LogLine } from './execution.ts';
import type { WorkRequest } from './work-request.ts';

type Data = Readonly<Record<string, unknown>>;

export interface WorkflowSummary {
  readonly workflowId: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly projectId?: string | undefined;
  readonly version: number;
  readonly stepCount: number;
  /** The file it comes from, if it is one of a repository. */
  readonly file?: string | undefined;
  /** A person lets it start by itself. */
  readonly isEnabled: boolean;
  readonly nextRunAt?: string | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly lastRunAt?: string | undefined;
}

export interface WorkflowView extends WorkflowSummary {
  /** The document, with `stepId` in place of `id`. */
  readonly steps: readonly Data[];
  readonly definition: Data;
  readonly yaml: string;
  readonly exposeAs?: string | undefined;
}

export const ACTION_TYPES = ['script', 'webhook', 'workflow'] as const;
export type ActionType = (typeof ACTION_TYPES)[number];
export const PERMISSION_LEVELS = ['require_confirm', 'auto_approve', 'deny'] as const;
export type PermissionLevel = (typeof PERMISSION_LEVELS)[number];

export interface ActionView {
  readonly actionId: string;
  readonly actionType: ActionType;
  readonly name: string;
  readonly description?: string | undefined;
  readonly projectId?: string | undefined;
  /** Values of headers and variables are masked. */
  readonly config: Data;
  readonly isEnabled: boolean;
  readonly permission: PermissionLevel;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface TemplateView {
  readonly templateId: string;
  readonly name: string;
  readonly command: string;
  readonly category: string;
  readonly description?: string | undefined;
  readonly placeholders: readonly {
    readonly name: string;
    readonly type: string;
    readonly default?: string | undefined;
  }[];
  readonly isBuiltin: boolean;
}

export interface WebhookView {
  readonly webhookId: string;
  readonly direction: 'incoming' | 'outgoing';
  readonly name: string;
  readonly workflowId?: string | undefined;
  readonly path?: string | undefined;
  readonly url?: string | undefined;
  readonly auth?: string | undefined;
  /** It has a token or a secret, and a person opened it. */
  readonly isReady: boolean;
  /** Of a way in: its token or secret was made. */
  readonly hasSecret?: boolean | undefined;
  readonly hint?: string | undefined;
  readonly lastUsedAt?: string | undefined;
}

export interface ExecutionView extends Execution {
  readonly steps: readonly ExecutionStep[];
}

export interface WebhookAnswer {
  readonly executionId: string;
  readonly statusCode: number;
  readonly responseBody: string;
  readonly retryAttempts: number;
  readonly durationMs: number;
}

/** Workflows as one call may use them; what starts or changes something was judged by the gate before. */
export interface Workflows {
  list(filter: { readonly projectId?: string | undefined }): Promise<readonly WorkflowSummary[]>;
  /** Files that are no workflows because something in them is wrong: what and where, a line each. */
  wrongFiles(): Promise<readonly string[]>;
  get(workflowId: string): Promise<WorkflowView>;
  create(content: Data, place: { readonly projectId?: string | undefined }): Promise<WorkflowView>;
  update(workflowId: string, change: Data): Promise<WorkflowView>;
  remove(workflowId: string): Promise<WorkflowSummary>;
  addStep(
    workflowId: string,
    step: Data,
    options: {
      readonly order?: number | undefined;
      readonly templateId?: string | undefined;
      readonly values?: Readonly<Record<string, string>> | undefined;
    },
  ): Promise<{
    readonly stepId: string;
    readonly name: string;
    readonly order: number;
    readonly workflow: WorkflowView;
  }>;
  removeStep(workflowId: string, stepId: string): Promise<WorkflowView>;
  /** Starts it; answers when it has ended, or after `waitMs`. */
  run(
    workflowId: string,
    inputs: Data,
    options: {
      readonly waitMs: number;
      readonly onLine?: (line: string) => void;
      readonly isOffered?: boolean;
    },
  ): Promise<ExecutionView>;
  cancel(executionId: string): Promise<ExecutionView>;
  execution(executionId: string): Promise<ExecutionView>;
  logs(executionId: string, after: number, limit: number): Promise<readonly LogLine[]>;
  executions(filter: {
    readonly actionId?: string | undefined;
    readonly actionType?: ActionType | undefined;
    readonly workflowId?: string | undefined;
    readonly status?: ExecutionStatus | undefined;
    readonly limit: number;
  }): Promise<readonly Execution[]>;
  listActions(filter: {
    readonly actionType?: ActionType | undefined;
    readonly projectId?: string | undefined;
    readonly enabledOnly?: boolean | undefined;
  }): Promise<readonly ActionView[]>;
  getAction(actionId: string): Promise<ActionView>;
  createAction(action: Data): Promise<ActionView>;
  updateAction(actionId: string, change: Data): Promise<ActionView>;
  removeAction(actionId: string): Promise<ActionView>;
  runAction(
    actionId: string,
    parameters: Data,
    options: { readonly waitMs: number; readonly onLine?: (line: string) => void },
  ): Promise<ExecutionView>;
  permissions(): Promise<readonly { readonly subject: string; readonly permissionLevel: PermissionLevel }[]>;
  listTemplates(filter: {
    readonly category?: string | undefined;
    readonly query?: string | undefined;
    readonly includeBuiltin: boolean;
  }): Promise<readonly TemplateView[]>;
  createTemplate(template: {
    readonly name: string;
    readonly command: string;
    readonly category: string;
    readonly description?: string | undefined;
  }): Promise<TemplateView>;
  listWebhooks(): Promise<readonly WebhookView[]>;
  openWebhook(webhook: {
    readonly workflowId: string;
    readonly name?: string | undefined;
    readonly auth: 'token' | 'standard' | 'github';
    readonly inputMap: Readonly<Record<string, string>>;
    readonly perMinute: number;
  }): Promise<WebhookView>;
  sendWebhook(
    webhookId: string,
    request: { readonly payload?: unknown; readonly variables?: Data | undefined },
  ): Promise<WebhookAnswer>;
  /** What a person sees before something is run or stored. */
  preview(request: WorkRequest): Promise<Preview>;
  /** What an approval of it is bound to. */
  effect(request: WorkRequest): Promise<string>;
}
