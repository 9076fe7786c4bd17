import { EventEmitter } from 'node:events';
import { CLIENT_CANCELLED } from '../../core/call/client-cancelled.ts';
import { PER_USER } from '../../core/call/per-user.ts';
import type { Log } from '../../core/log.ts';
import type { OpenRun, RunRow, RunStore } from '../../store/runs.ts';
import { runOfSession } from '../steps/run-caller.ts';
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
import { endOf, newId, newRun } from './run-rows.ts';
import { createStepPool } from './step-pool.ts';
import { nextInTurn, type Places } from './turns-of-agents.ts';

const SLEEP = 'sleep:';

interface EmbeddedParts {
  readonly store: RunStore;
  readonly interpret: Interpret;
  readonly log: Log;
  /** For each agent. */
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
  /** Whose places open runs take. Sessions end with the host: after that it is who started a run. */
  private readonly agents = new Map<string, string>();
  private readonly pool;
  private readonly parts: EmbeddedParts;

  constructor(parts: EmbeddedParts) {
    this.parts = parts;
    this.pool = createStepPool(placesFor(parts.limits.steps));
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
    if (isNew && start.session !== undefined) this.agents.set(row.id, this.agentAt(start.session));
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
    // Runs that its steps started with a tool end with it, too.
    if (running) running.stop.abort(CLIENT_CANCELLED);
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
    const places = placesFor(limits.runs);
    const top = [...this.live.values()].filter(({ isWaiting, row }) => !isWaiting && row.depth === 0);
    const holders = top.map(({ row }) => this.agentOf(row));
    if (holders.length >= places.inAll) return;
    let queued = store
      .open()
      .filter(({ id, depth }) => !this.live.has(id) && depth === 0)
      .map((open) => ({ open, agent: this.agentOf(open), order: open.seq }));
    while (queued.length > 0) {
      const rows = [...this.live.values()].map((run) => run.row);
      const next = nextInTurn(
        queued.filter(({ open }) => admits(open, rows)),
        holders,
        places,
      );
      if (!next) return;
      queued = queued.filter((one) => one !== next);
      const row = store.get(next.open.id);
      if (row?.endedAt !== null) continue;
      this.launch(row);
      holders.push(next.agent);
    }
  }

  private agentOf({ id, startedBy }: Pick<OpenRun, 'id' | 'startedBy'>): string {
    return this.agents.get(id) ?? startedBy;
  }

  /** What a run starts takes the places of the agent that started the run. */
  private agentAt(session: string): string {
    const row = this.live.get(runOfSession(session) ?? '')?.row;
    return row ? this.agentOf(row) : session;
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
      agent: this.agentOf(row),
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
    this.agents.delete(id);
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
    if (row.endedAt === null && !this.live.has(id)) {
      this.agents.set(id, this.agentOf(parent));
      this.launch(row);
    }
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

const placesFor = (perAgent: number): Places => ({ perAgent, inAll: perAgent * PER_USER });
