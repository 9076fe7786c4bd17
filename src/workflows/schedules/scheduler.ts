import { toToolError } from '../../core/errors.ts';
import type { Schedule } from '../../core/workflow/document.ts';
import type { ScheduleRow, ScheduleStore } from '../../store/schedules.ts';
import type { Definition, Enabled } from '../definitions/definitions.ts';
import { type StartParts, startTriggered } from '../runs/start-run.ts';
import { nextTime } from './cron.ts';

/** Starts workflows at their times. */
export interface Scheduler {
  /** Takes up what a workflow says now. */
  set(definition: Definition): void;
  /** Looks at what is due; called again whenever times change. */
  resume(): void;
  readonly isWatching: boolean;
  /** Settles once nothing of it is at work any more. */
  stop(): Promise<void>;
}

interface SchedulerParts extends StartParts {
  readonly store: ScheduleStore;
  /** The workflow as its file says now, if it comes from one. */
  readonly current: (id: string) => Definition | undefined;
}

// Longer timers overflow; shorter ones notice soon that the machine slept.
const LOOK_EVERY_MS = 30_000;
/** A timer is never quite on time, and a busy host less so. */
const LATE_MS = 60_000;

export function createScheduler(parts: SchedulerParts): Scheduler {
  const { store, services } = parts;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isStopped = false;
  const arm = (): void => {
    clearTimeout(timer);
    if (isStopped) return;
    const [first] = store.list().filter(({ nextAt }) => nextAt !== null);
    if (first?.nextAt == null) return;
    timer = setTimeout(look, Math.min(Math.max(first.nextAt - Date.now(), 0), LOOK_EVERY_MS));
  };
  const fireDue = async (): Promise<void> => {
    try {
      const now = Date.now();
      for (const row of store.list())
        if (!isStopped && row.nextAt !== null && row.nextAt <= now) await fire(row, row.nextAt, now, parts);
    } catch (error) {
      services.log.error('a schedule could not be looked at', { error });
    }
  };
  const look = (): void => {
    looking ??= fireDue().finally(() => {
      looking = undefined;
      arm();
    });
  };
  return {
    set: ({ id, document, enabled, hash }) => {
      const { schedule } = document;
      if (!schedule || enabled?.hash !== hash) store.remove(id);
      else store.set(id, schedule, nextTime(schedule, Date.now()) ?? null);
      arm();
    },
    resume: look,
    get isWatching() {
      return store.list().some(({ nextAt }) => nextAt !== null);
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

/** One tick is one run: the run is named after the tick, so that a crash in between starts no second one. */
async function fire(row: ScheduleRow, at: number, now: number, parts: SchedulerParts): Promise<void> {
  const { store, services } = parts;
  const spec = row.spec as Schedule;
  const next = nextTime(spec, now) ?? null;
  const lateMs = now - at;
  if (lateMs > Math.max(LATE_MS, spec.catchUpMs)) {
    store.claim(row.workflowId, at, next);
    return store.noteRun(row.workflowId, null, `${new Date(at).toISOString()} was missed`);
  }
  const definition = parts.current(row.workflowId);
  if (!definition?.enabled || definition.enabled.hash !== definition.hash) {
    store.claim(row.workflowId, at, null);
    return store.noteRun(row.workflowId, null, 'It changed since a person enabled it');
  }
  const note = await startAt(definition as Definition & { enabled: Enabled }, spec, at, parts).catch(
    (error: unknown) => {
      services.log.warn('a scheduled run could not start', { workflowId: row.workflowId, error });
      return { runId: null, note: toToolError(error).message };
    },
  );
  store.claim(row.workflowId, at, next);
  store.noteRun(row.workflowId, note.runId, note.note);
}

async function startAt(
  definition: Definition & { enabled: Enabled },
  spec: Schedule,
  at: number,
  parts: SchedulerParts,
): Promise<{ runId: string | null; note: string | null }> {
  const onConflict = { skip: 'skip', queue: 'queue', cancel: 'cancel-oldest' } as const;
  const { runId } = await startTriggered(
    {
      definition,
      inputs: spec.inputs ?? {},
      trigger: 'schedule',
      client: 'schedule',
      idempotencyKey: `schedule:${definition.id}:${at}`,
      concurrency: { key: `schedule:${definition.id}`, limit: 1, onConflict: onConflict[spec.overlap] },
    },
    parts,
  );
  return { runId, note: null };
}
