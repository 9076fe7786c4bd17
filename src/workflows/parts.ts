import type { ActionStore } from '../store/actions.ts';
import type { RunStore } from '../store/runs.ts';
import type { ScheduleStore } from '../store/schedules.ts';
import type { TemplateStore } from '../store/step-templates.ts';
import type { WebhookStore } from '../store/webhooks.ts';
import type { WorkflowStore } from '../store/workflows.ts';
import type { Actions } from './definitions/actions.ts';
import type { Definitions } from './definitions/definitions.ts';
import type { RunEngine } from './runs/run-port.ts';
import type { Scheduler } from './schedules/scheduler.ts';
import type { Services } from './services.ts';
import type { RunLog } from './steps/run-log.ts';
import type { Templates } from './templates/templates.ts';

/** Everything the workflows of a host are made of. */
export interface Parts {
  readonly services: Services;
  readonly definitions: Definitions;
  readonly actions: Actions;
  readonly templates: Templates;
  readonly engine: RunEngine;
  readonly scheduler: Scheduler;
  readonly log: RunLog;
  readonly stores: {
    readonly workflows: WorkflowStore;
    readonly actions: ActionStore;
    readonly templates: TemplateStore;
    readonly webhooks: WebhookStore;
    readonly schedules: ScheduleStore;
    readonly runs: RunStore;
  };
  /** Origins that webhooks may go to without more ado. */
  readonly allowedOrigins: readonly string[];
}
