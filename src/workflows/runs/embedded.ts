import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Log } from '../../core/log.ts';
import type { RunRow, RunStore } from '../../store/runs.ts';
import { admits, makeRoom } from './concurrency.ts';
import { type Activity, EmbeddedPort } from './embedded-port.ts';
import {
  type Interpret,
  isDeadline,
  type RunEnd,
  type RunEngine,
  type RunStart,
  Superseded,
} from './run-port.ts';
import { createStepPool } from './step-pool.ts';

const SLEEP = 'sleep:';

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
export class EmbeddedRuns implements RunEngine {
  private readonly live = new Map<string, Live>();
  private readonly events = new EventEmitter().setMaxListeners(0);
  private readonly closing = new AbortController();
  private readonly working = new Set<Promise<void>>();
  private readonly pool;
  private readonly parts: EmbeddedParts;

  constructor(parts: EmbeddedParts) {
    this.parts = parts;
    this.pool = createStepPool(parts.limits.steps);
  }

  start(start: RunStart): Promise<{ runId: string; isNew: boolean }> {
    return this.before(this.enqueue(start));
  }

  private async enqueue(start: RunStart): Promise<{ runId: string; isNew: boolean }> {
    const { store } = this.parts;
    const { concurrency, idempotencyKey } = start;
    const known = idempotencyKey === undefined ? undefined : store.byKey(idempotencyKey);
    if (known) return { runId: known.id, isNew: false };
    const refused = concurrency && (await makeRoom(store, concurrency, (id) => this.cancel(id)));
    const { row, isNew } = store.insert(newRun(newId(), start));
    if (isNew && refused !== undefined) {
      // Ended before anything is waited for, or another start could begin it.
      await this.finish(row.id, { status: 'cancelled', error: refused });
      return { runId: row.id, isNew };
    }
    await store.settled();
    if (isNew) this.changed(row.id);
    this.resume();
    return { runId: row.id, isNew };
  }

  async send(runId: string, topic: string, data: unknown): Promise<void> {
    this.parts.store.putMessage(runId, topic, data);
    // Whatever the run does next is on disk after the message is.
    this.events.emit(`${runId} ${topic}`);
    await this.parts.store.settled();
  }

  async cancel(id: string): Promise<boolean> {
    const { store } = this.parts;
    if (!store.requestCancel(id)) return false;
    const running = this.live.get(id);
    const row = store.get(id);
    if (running) running.stop.abort();
    else if (row?.endedAt === null)
      await this.finish(id, { status: 'cancelled', error: 'It was cancelled before it began' });
    await store.settled();
    return true;
  }

  async ended(id: string, limitMs: number, signal?: AbortSignal): Promise<RunEnd | undefined> {
    const { store } = this.parts;
    const row = store.get(id);
    if (row?.endedAt === null) await this.untilEnd(id, limitMs, signal);
    else await store.settled();
    return endOf(store.get(id));
  }

  get openRuns(): number {
    return this.live.size;
  }

  /** Starts what is queued while there is room; what waits for something takes none. */
  resume(): void {
    if (this.closing.signal.aborted) return;
    const { store, limits } = this.parts;
    const begun = [...this.live.values()];
    let room = limits.runs - begun.filter(({ isWaiting, row }) => !isWaiting && row.depth === 0).length;
    if (room <= 0) return;
    for (const open of store.open()) {
      if (this.live.has(open.id) || open.depth > 0) continue;
      const rows = [...this.live.values()].map((run) => run.row);
      if (!admits(open, rows)) continue;
      const row = store.get(open.id);
      if (row?.endedAt !== null) continue;
      this.launch(row);
      if (--room <= 0) return;
    }
  }

  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all(this.working);
  }

  private launch(row: RunRow): void {
    const { store, interpret } = this.parts;
    const run: Live = {
      row,
      stop: new AbortController(),
      over: new AbortController(),
      isWaiting: false,
      status: row.status,
    };
    this.live.set(row.id, run);
    if (row.cancelAt !== null) run.stop.abort();
    const port = new EmbeddedPort({
      store,
      row,
      pool: this.pool,
      cancelled: run.stop.signal,
      closing: AbortSignal.any([this.closing.signal, run.over.signal]),
      startChild: (id, start, signal) => this.runChild(id, start, row, signal),
      onMessage: (topic, listener) => {
        const name = `${row.id} ${topic}`;
        this.events.once(name, listener);
        return () => void this.events.off(name, listener);
      },
      onActivity: (activity) => this.noteActivity(run, activity),
    });
    const { id: runId, createdAt, depth, inputs, work } = row;
    void this.before(
      interpret(port, { runId, createdAt, depth, inputs, work })
        .catch((error: unknown) => this.unexpected(error, runId))
        .then((end) => this.finish(runId, end))
        .catch((error: unknown) =>
          this.parts.log.error('how a run ended could not be kept', { runId, error }),
        ),
    );
  }

  /** What has to be over before the store may be closed. */
  private before<T>(work: Promise<T>): Promise<T> {
    const settled = work.then(
      () => void this.working.delete(settled),
      () => void this.working.delete(settled),
    );
    this.working.add(settled);
    return work;
  }

  private unexpected(error: unknown, runId: string): RunEnd | undefined {
    if (error instanceof Superseded || this.closing.signal.aborted) return undefined;
    this.parts.log.error('a run failed unexpectedly', { runId, error });
    return {
      status: 'failed',
      error: `Internal error: ${error instanceof Error ? error.message : String(error)}`,
    };
  }

  private async finish(id: string, end: RunEnd | undefined): Promise<void> {
    const { store } = this.parts;
    this.live.get(id)?.over.abort();
    this.live.delete(id);
    if (!end || this.closing.signal.aborted) return;
    const { status, error, ...ending } = end;
    if (!store.end(id, status, ending, error ?? null)) return;
    this.resume();
    await store.settled();
    this.changed(id);
    this.events.emit(`end ${id}`);
  }

  /** Said once the turn is over: a step that ends and one that begins are one change at most. */
  private noteActivity(run: Live, { busy, waitsFor: all }: Activity): void {
    const waitsFor = all.filter(
      (topic) => !(topic.startsWith(SLEEP) && isDeadline(topic.slice(SLEEP.length))),
    );
    const asks = waitsFor.some((topic) => topic.startsWith('confirm:'));
    const wasWaiting = run.isWaiting;
    run.isWaiting = busy === 0 && waitsFor.length > 0;
    if (run.isWaiting && !wasWaiting) setImmediate(() => this.resume());
    const waiting = asks ? 'pending_confirm' : waitsFor.length > 0 ? 'waiting' : run.status;
    const status = busy > 0 ? 'running' : waiting;
    if (status === run.status) return;
    run.status = status;
    const at = Date.now();
    setImmediate(() => {
      if (run.status !== status || !this.live.has(run.row.id) || this.closing.signal.aborted) return;
      if (this.parts.store.setStatus(run.row.id, status, at)) this.changed(run.row.id);
    });
  }

  private async runChild(id: string, start: RunStart, parent: RunRow, signal: AbortSignal): Promise<RunEnd> {
    const { row } = this.parts.store.insert(newRun(id, start, parent));
    if (row.endedAt === null && !this.live.has(id)) this.launch(row);
    const stop = () => void this.cancel(id);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const end = await this.ended(id, Number.POSITIVE_INFINITY, this.closing.signal);
    signal.removeEventListener('abort', stop);
    if (!end) throw new Superseded();
    return end;
  }

  private untilEnd(id: string, limitMs: number, signal?: AbortSignal): Promise<void> {
    const name = `end ${id}`;
    return new Promise((resolve) => {
      const timer = Number.isFinite(limitMs) ? setTimeout(finish, limitMs) : undefined;
      const { events } = this;
      function finish() {
        clearTimeout(timer);
        events.off(name, finish);
        signal?.removeEventListener('abort', finish);
        resolve();
      }
      events.once(name, finish);
      signal?.addEventListener('abort', finish, { once: true });
      if (signal?.aborted) finish();
    });
  }

  private changed(id: string): void {
    const row = this.parts.store.get(id);
    if (row) this.parts.onChange?.(row);
  }
}

// In the order of their making, so that lists and files sort by age.
const newId = (): string => `exec_${Date.now().toString(36)}${randomBytes(5).toString('hex')}`;

const newRun = (id: string, start: RunStart, parent?: RunRow) => ({
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
  concurrencyKey: parent ? null : (start.concurrency?.key ?? null),
  concurrencyLimit: parent ? null : (start.concurrency?.limit ?? null),
  work: start.work,
  inputs: { ...start.inputs },
});

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
