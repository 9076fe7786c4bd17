import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Assessment } from '../core/call/assessment.ts';
import type { Call } from '../core/call/call.ts';
import type { Caller } from '../core/call/caller.ts';
import type { Config } from '../core/config.ts';
import type { WorkRequest } from '../core/workflow/work-request.ts';
import type { Workflows } from '../core/workflow/workflows.ts';
import { createActionStore } from '../store/actions.ts';
import { openRunStore, type RunRow } from '../store/runs.ts';
import { createScheduleStore } from '../store/schedules.ts';
import { createTemplateStore } from '../store/step-templates.ts';
import { createWebhookStore } from '../store/webhooks.ts';
import { createWorkflowStore } from '../store/workflows.ts';
import { ownerFor, ownParts } from './calls/own-parts.ts';
import { workflowsFor } from './calls/workflows-for.ts';
import { createActions } from './definitions/actions.ts';
import { isAutoApproved } from './definitions/auto-approved.ts';
import { createDefinitions } from './definitions/definitions.ts';
import { createExposed, type ExposedWorkflow } from './definitions/exposed.ts';
import { skillFiles } from './definitions/skill-files.ts';
import { syncFiles } from './definitions/sync-files.ts';
import { judgeWork } from './judge-work.ts';
import type { Parts } from './parts.ts';
import { createPeople, type People } from './people/people.ts';
import { createJudgingLine } from './plan/judging-line.ts';
import { EmbeddedRuns } from './runs/embedded.ts';
import { keepHistory } from './runs/keep-history.ts';
import { createScheduler } from './schedules/scheduler.ts';
import type { Services } from './services.ts';
import { createStepActions } from './steps/create-step-actions.ts';
import { createGrants, type Grants } from './steps/grants.ts';
import { createInterpreter } from './steps/interpret.ts';
import { closeQuestions, tellRuns } from './steps/questions.ts';
import { sessionOf } from './steps/run-caller.ts';
import { createRunLog } from './steps/run-log.ts';
import { createTemplates } from './templates/templates.ts';
import { createReceiver, type Delivery, type Receipt } from './webhooks/receive.ts';

interface WorkflowParts {
  readonly db: DatabaseSync;
  readonly dataDir: string;
  readonly config: Pick<Config, 'workflows' | 'egress'>;
  readonly services: Services;
}

/** Workflows, actions, runs, schedules and webhooks of one host. */
export interface WorkflowService {
  forCall(call: Call): Workflows;
  judge(request: WorkRequest, caller: Caller, signal: AbortSignal): Promise<Assessment>;
  /** What the gate asks about calls of runs. */
  readonly plannedFor: Grants['plannedFor'];
  /** Whether people let this action run unasked. */
  isAutoApproved(actionId: string, shown: string): boolean;
  readonly people: People;
  /** The same list while nothing changes. */
  exposed(): readonly ExposedWorkflow[];
  /** Workflows and step templates as skills for this caller, by path. */
  skillFiles(caller: Caller): Record<string, string>;
  receive(delivery: Delivery): Promise<Receipt>;
  /** Something is to happen without anybody being connected. */
  readonly isWatching: boolean;
  /** How many have not ended. */
  readonly openRuns: number;
  /** Goes on with what an earlier host left. */
  resume(): void;
  close(): Promise<void>;
}

export function createWorkflows(given: WorkflowParts): WorkflowService {
  const grants = createGrants();
  const parts = createParts(given, grants);
  const { services, engine, scheduler, stores } = parts;
  const inLine = createJudgingLine();
  let stopTelling = (): void => {};
  return {
    forCall: (call) => workflowsFor(call, parts, inLine),
    judge: async (request, caller, signal) => {
      syncFiles(parts, caller.roots);
      return inLine({ request, caller, signal }, ownParts(ownerFor(caller, request), parts), (own) =>
        judgeWork(request, caller, own),
      );
    },
    plannedFor: grants.plannedFor,
    isAutoApproved: (id, shown) => isAutoApproved(id, shown, parts),
    people: createPeople(parts),
    skillFiles: (caller) => skillFiles(ownParts(ownerFor(caller), parts)),
    exposed: createExposed(parts.definitions, stores.workflows),
    receive: createReceiver({ ...parts, store: stores.webhooks }),
    get openRuns() {
      return engine.openRuns;
    },
    get isWatching() {
      return engine.openRuns > 0 || scheduler.isWatching;
    },
    resume: () => {
      stopTelling = tellRuns(services, engine);
      engine.resume();
      scheduler.resume();
    },
    close: async () => {
      stopTelling();
      await scheduler.stop();
      await engine.close();
      await stores.runs.close();
      given.db.close();
    },
  };
}

function createParts({ db, dataDir, config, services }: WorkflowParts, grants: Grants): Parts {
  const directory = join(dataDir, 'runs');
  const stores = {
    workflows: createWorkflowStore(db),
    actions: createActionStore(db),
    templates: createTemplateStore(db),
    webhooks: createWebhookStore(db),
    schedules: createScheduleStore(db),
    runs: openRunStore(join(dataDir, 'workflows.db')),
  };
  const definitions = createDefinitions(stores.workflows, () => services.changed('resources'));
  const log = createRunLog(directory);
  log.onLine((executionId) => services.emit('run.log', { executionId }));
  const engine = new EmbeddedRuns({
    store: stores.runs,
    interpret: createInterpreter(createStepActions({ services, grants, log, directory })),
    log: services.log,
    limits: { runs: config.workflows.runsInFlight, steps: config.workflows.stepsInFlight },
    onChange: (row) => {
      const { id, endedAt, parentId } = row;
      tellOfRun(services, row);
      if (endedAt === null) return;
      services.endSession(sessionOf(id));
      closeQuestions(id, services);
      if (parentId === null) keepHistory(stores, log, config.workflows);
    },
  });
  const scheduler = createScheduler({
    services,
    definitions,
    engine,
    store: stores.schedules,
    current: (id) => {
      const roots = definitions.find(id)?.enabled?.caller.roots;
      if (roots) syncFiles(parts, roots);
      return definitions.find(id);
    },
  });
  const parts: Parts = {
    services,
    definitions,
    actions: createActions(stores.actions),
    templates: createTemplates(stores.templates),
    engine,
    scheduler,
    log,
    stores,
    allowedOrigins: config.egress.allowedOrigins,
  };
  return parts;
}

const tellOfRun = ({ emit }: Services, { id, name, status, workflowId, actionId }: RunRow): void =>
  emit('run.changed', {
    executionId: id,
    name,
    status,
    ...(workflowId !== null && { workflowId }),
    ...(actionId !== null && { actionId }),
  });
