import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Log } from '../../core/log.ts';
import type { RunRow, RunStore } from '../../store/runs.ts';
import { admits, makeRoom } from './concurrency.ts';
import { type Activity, createEmbeddedPort } from './embedded-port.ts';
import {
  DEADLINE,
  type Interpret,
  type RunEnd,
  type RunEngine,
  type RunStart,
  Superseded,
} from './run-port.ts';
import { createStepPool } from './step-pool.ts';

interface EmbeddedParts {
  readonly store: RunStore;
  readonly interpret: Interpret;
  readonly log: Log;
  readonly limits: { readonly runs: number; readonly steps: number };
  /** Told of each change of status. */
  readonly onChange?: (row: RunRow) => void;
}

interface Live {
  readonly row: RunRow;
  readonly stop: AbortController;
  /** Its interpreter has answered; timers it left behind end with it. */
  readonly over: AbortController;
  isWaiting: boolean;
  status: string;
}

/** Runs inside this process. The data directory has one owner, so what is open when it starts was cut off. */
export function createEmbeddedRuns({ store, interpret, log, limits, onChange }: EmbeddedParts): RunEngine {
  const live = new Map<string, Live>();
  const events = new EventEmitter().setMaxListeners(0);
  const closing = new AbortController();
  const pool = createStepPool(limits.steps);
  const done = new Set<Promise<void>>();
  const changed = (id: string): void => {
    const row = store.get(id);
    if (row) onChange?.(row);
  };

  const insert = (id: string, start: RunStart, parent?: RunRow) => {
    const { concurrency } = start;
    return store.insert({
      id,
      kind: start.kind,
      name: start.name,
      workflowId: start.workflowId ?? null,
      version: start.version ?? null,
      actionId: start.actionId ?? null,
      actionType: start.actionType ?? null,
      trigger: start.trigger,
      startedBy: start.startedBy,
      client: start.client,
      approvalId: start.approvalId ?? null,
      parentId: parent?.id ?? null,
      depth: parent ? parent.depth + 1 : 0,
      idempotencyKey: start.idempotencyKey ?? null,
      // A child waits for no place its own parent holds.
      concurrencyKey: parent ? null : (concurrency?.key ?? null),
      concurrencyLimit: parent ? null : (concurrency?.limit ?? null),
      work: start.work,
      inputs: { ...start.inputs },
    });
  };

  const launch = (row: RunRow): void => {
    const run: Live = {
      row,
      stop: new AbortController(),
      over: new AbortController(),
      isWaiting: false,
      status: row.status,
    };
    live.set(row.id, run);
    if (row.cancelAt !== null) run.stop.abort();
    const port = createEmbeddedPort({
      store,
      row,
      pool,
      cancelled: run.stop.signal,
      closing: AbortSignal.any([closing.signal, run.over.signal]),
      startChild,
      onMessage: (id, topic, listener) => {
        const name = `${id} ${topic}`;
        events.once(name, listener);
        return () => void events.off(name, listener);
      },
      onActivity: (activity) => noteActivity(run, activity),
    });
    const { id: runId, createdAt, depth, inputs, work } = row;
    const finished = interpret(port, { runId, createdAt, depth, inputs, work })
      .catch((error: unknown) => failedUnexpectedly(error, runId))
      .then((end) => finish(row, end))
      .finally(() => done.delete(finished));
    done.add(finished);
  };

  const failedUnexpectedly = (error: unknown, runId: string): RunEnd | undefined => {
    if (error instanceof Superseded || closing.signal.aborted) return undefined;
    log.error('a run failed unexpectedly', { runId, error });
    return {
      status: 'failed',
      error: `Internal error: ${error instanceof Error ? error.message : String(error)}`,
    };
  };

  const finish = (row: RunRow, end: RunEnd | undefined): void => {
    live.get(row.id)?.over.abort();
    live.delete(row.id);
    if (!end || closing.signal.aborted) return;
    const { status, error, ...ending } = end;
    if (!store.end(row.id, status, ending, error ?? null)) return;
    changed(row.id);
    events.emit(`end ${row.id}`);
    pump();
  };

  /** Said once the turn is over: a step that ends and one that begins are one change at most. */
  const noteActivity = (run: Live, { busy, waitsFor: all }: Activity): void => {
    const waitsFor = all.filter((topic) => topic !== `sleep:${DEADLINE}`);
    const asks = waitsFor.some((topic) => topic.startsWith('confirm:'));
    const wasWaiting = run.isWaiting;
    run.isWaiting = busy === 0 && waitsFor.length > 0;
    const status =
      busy > 0 ? 'running' : asks ? 'pending_confirm' : waitsFor.length > 0 ? 'waiting' : run.status;
    if (run.isWaiting && !wasWaiting) setImmediate(pump);
    if (status === run.status) return;
    run.status = status;
    setImmediate(() => {
      if (run.status !== status || !live.has(run.row.id) || closing.signal.aborted) return;
      if (store.setStatus(run.row.id, status)) changed(run.row.id);
    });
  };

  /** Starts what is queued while there is room; what waits for something takes none. */
  function pump(): void {
    if (closing.signal.aborted) return;
    const active = [...live.values()].filter(({ isWaiting, row }) => !isWaiting && row.depth === 0).length;
    let room = limits.runs - active;
    if (room <= 0) return;
    for (const row of store.open()) {
      if (live.has(row.id) || row.depth > 0) continue;
      if (
        !admits(
          row,
          [...live.values()].map((run) => run.row),
        )
      )
        continue;
      launch(row);
      if (--room <= 0) return;
    }
  }

  const startChild = async (id: string, start: RunStart, parent: RunRow): Promise<RunEnd> => {
    const { row } = insert(id, start, parent);
    if (row.endedAt === null && !live.has(id)) launch(row);
    const stop = () => void cancel(id);
    const parentStop = live.get(parent.id)?.stop.signal;
    parentStop?.addEventListener('abort', stop, { once: true });
    if (parentStop?.aborted) stop();
    try {
      return (await ended(id, Number.POSITIVE_INFINITY, closing.signal)) ?? Promise.reject(new Superseded());
    } finally {
      parentStop?.removeEventListener('abort', stop);
    }
  };

  const ended = async (id: string, limitMs: number, signal?: AbortSignal): Promise<RunEnd | undefined> => {
    const name = `end ${id}`;
    const row = store.get(id);
    if (!row || row.endedAt !== null) return endOf(row);
    await new Promise<void>((resolve) => {
      const timer = Number.isFinite(limitMs) ? setTimeout(finishWait, limitMs) : undefined;
      function finishWait() {
        clearTimeout(timer);
        events.off(name, finishWait);
        signal?.removeEventListener('abort', finishWait);
        resolve();
      }
      events.once(name, finishWait);
      signal?.addEventListener('abort', finishWait, { once: true });
      if (signal?.aborted) finishWait();
    });
    return endOf(store.get(id));
  };

  const cancel = async (id: string): Promise<boolean> => {
    if (!store.requestCancel(id)) return false;
    const running = live.get(id);
    if (running) running.stop.abort();
    else {
      const row = store.get(id);
      if (row) finish(row, { status: 'cancelled', error: 'It was cancelled before it began' });
    }
    return true;
  };

  return {
    start: async (start) => {
      const { concurrency, idempotencyKey } = start;
      const known = idempotencyKey === undefined ? undefined : store.byKey(idempotencyKey);
      if (known) return { runId: known.id, isNew: false };
      const refused = concurrency && (await makeRoom(store, concurrency, cancel));
      const { row, isNew } = insert(newId(), start);
      if (isNew) changed(row.id);
      if (isNew && refused !== undefined) finish(row, { status: 'cancelled', error: refused });
      else pump();
      return { runId: row.id, isNew };
    },
    send: async (runId, topic, data) => {
      store.putMessage(runId, topic, data);
      events.emit(`${runId} ${topic}`);
    },
    cancel,
    ended,
    get openRuns() {
      return live.size;
    },
    resume: pump,
    close: async () => {
      closing.abort();
      await Promise.all(done);
    },
  };
}

// In the order of their making, so that lists and files sort by age.
const newId = (): string => `exec_${Date.now().toString(36)}${randomBytes(5).toString('hex')}`;

function endOf(row: RunRow | undefined): RunEnd | undefined {
  if (!row || row.endedAt === null) return undefined;
  // Sound: `finish` alone writes it.
  const ending = (row.ending ?? {}) as Omit<RunEnd, 'status' | 'error'>;
  return {
    ...ending,
    status: row.status as RunEnd['status'],
    ...(row.error !== null && { error: row.error }),
  };
}
