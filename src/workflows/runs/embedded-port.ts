import type { OpRow, RunRow, RunStore } from '../../store/runs.ts';
import { pause } from './pause.ts';
import {
  RunCancelled,
  type RunEnd,
  type RunPort,
  type RunStart,
  type Stepped,
  Superseded,
} from './run-port.ts';
import type { StepPool } from './step-pool.ts';

interface PortParts {
  readonly store: RunStore;
  readonly row: RunRow;
  readonly pool: StepPool;
  /** Whose places its steps take. */
  readonly agent: string;
  readonly cancelled: AbortSignal;
  /** The host goes away, or the run is over: nothing begins any more, and nothing that waits goes on. */
  readonly closing: AbortSignal;
  readonly startChild: (id: string, start: RunStart, signal: AbortSignal) => Promise<RunEnd>;
  /** Calls back when a message for the topic arrives. */
  readonly onMessage: (topic: string, listener: () => void) => () => void;
  /** What it does now, for its status. */
  readonly onActivity: (activity: Activity) => void;
}

export interface Activity {
  readonly busy: number;
  readonly waitsFor: readonly string[];
}

// Longer timers overflow; shorter ones notice soon that the machine slept.
const LOOK_EVERY_MS = 30_000;

/** The five primitives on rows of SQLite. */
export class EmbeddedPort implements RunPort {
  readonly cancelled: AbortSignal;
  private readonly parts: PortParts;
  /** What the run has written down before this host, and what it begins in it. */
  private readonly past: ReadonlyMap<string, OpRow>;
  private readonly begun = new Set<string>();
  private readonly waits = new Set<string>();
  private readonly ends: AbortSignal;
  private busy = 0;

  constructor(parts: PortParts) {
    this.parts = parts;
    this.cancelled = parts.cancelled;
    this.past = new Map(parts.store.ops(parts.row.id).map((op) => [op.name, op]));
    this.ends = AbortSignal.any([parts.cancelled, parts.closing]);
  }

  async step<T>(name: string, work: () => Promise<T>): Promise<Stepped<T>> {
    const known = this.past.get(name);
    // Sound: what is kept under a name is what `work` answered.
    if (known?.endedAt != null) return { kind: 'done', value: known.value as T };
    if (known) return { kind: 'cut-off', startedAt: known.startedAt };
    if (this.begun.has(name)) throw new Error(`The step ${name} was begun twice`);
    if (this.ends.aborted) this.stop();
    this.begun.add(name);
    try {
      const { pool, agent, row } = this.parts;
      return await pool.run({ agent, order: row.seq }, () => this.doStep(name, work), this.ends);
    } catch (error) {
      return error === this.ends.reason ? this.stop() : Promise.reject(error);
    }
  }

  async sleepUntil(name: string, time: number): Promise<void> {
    const at = Math.ceil(time);
    const known = this.past.get(name);
    if (known?.endedAt != null) return;
    if (!known) this.begin(name, 'sleep', at);
    await this.waiting(`sleep:${name}`, () => this.untilTime(known?.dueAt ?? at));
    this.finish(name, null);
  }

  async waitFor(topic: string, timeoutMs?: number): Promise<unknown> {
    const name = `wait:${topic}`;
    const known = this.past.get(name);
    if (known?.endedAt != null) return (known.value as { data: unknown } | null)?.data;
    const limit = timeoutMs === undefined ? null : Date.now() + timeoutMs;
    const dueAt = known ? known.dueAt : limit;
    if (!known) this.begin(name, 'wait', dueAt ?? undefined);
    const message = await this.waiting(topic, () => this.untilMessage(topic, dueAt));
    this.finish(name, message ?? null);
    return message?.data;
  }

  async child(name: string, start: RunStart, signal: AbortSignal): Promise<RunEnd & { runId: string }> {
    const known = this.past.get(name);
    const runId = `${this.parts.row.id}.${name}`;
    // Sound: what is kept is how the child ended.
    if (known?.endedAt != null) return { ...(known.value as RunEnd), runId };
    if (!known) this.begin(name, 'child');
    const end = await this.waiting(`child:${name}`, () => this.parts.startChild(runId, start, signal));
    if (this.parts.closing.aborted) this.stop();
    this.finish(name, end);
    return { ...end, runId };
  }

  private async doStep<T>(name: string, work: () => Promise<T>): Promise<Stepped<T>> {
    if (this.ends.aborted) this.stop();
    this.busy++;
    this.tell();
    try {
      this.begin(name, 'step');
      // What was begun is known to be after a power cut. That it ended comes with whatever begins next.
      await this.parts.store.settled();
      if (this.parts.closing.aborted) this.stop();
      const value = await work();
      // A host that goes away leaves the step open: the next one decides what becomes of it.
      if (this.parts.closing.aborted) this.stop();
      this.finish(name, value);
      return { kind: 'done', value };
    } finally {
      this.busy--;
      this.tell();
    }
  }

  private begin(name: string, kind: OpRow['kind'], dueAt?: number): void {
    const { store, row } = this.parts;
    if (!store.beginOp(row.id, { name, kind, dueAt })) throw new Superseded();
  }

  private finish(name: string, value: unknown): void {
    const { store, row } = this.parts;
    if (!store.endOp(row.id, name, value)) throw new Superseded();
  }

  private stop(): never {
    throw this.parts.closing.aborted ? new Superseded() : new RunCancelled();
  }

  private tell(): void {
    this.parts.onActivity({ busy: this.busy, waitsFor: [...this.waits] });
  }

  private async waiting<T>(topic: string, work: () => Promise<T>): Promise<T> {
    if (this.ends.aborted) this.stop();
    this.waits.add(topic);
    this.tell();
    try {
      return await work();
    } finally {
      this.waits.delete(topic);
      this.tell();
    }
  }

  private async untilTime(at: number): Promise<void> {
    while (Date.now() < at) {
      await pause(Math.min(at - Date.now(), LOOK_EVERY_MS), this.ends);
      if (this.ends.aborted) this.stop();
    }
  }

  private async untilMessage(topic: string, dueAt: number | null): Promise<{ data: unknown } | undefined> {
    const { store, row, onMessage } = this.parts;
    for (;;) {
      const arrived = new AbortController();
      // Listening comes before looking, or a message in between would be missed.
      const unlisten = onMessage(topic, () => arrived.abort());
      try {
        const message = store.message(row.id, topic);
        if (message) return message;
        if (dueAt !== null && Date.now() >= dueAt) return undefined;
        const leftMs = dueAt === null ? LOOK_EVERY_MS : dueAt - Date.now();
        await pause(Math.min(leftMs, LOOK_EVERY_MS), AbortSignal.any([this.ends, arrived.signal]));
      } finally {
        unlisten();
      }
      if (this.ends.aborted) this.stop();
    }
  }
}
