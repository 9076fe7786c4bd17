import type { OpRow, RunRow, RunStore } from '../../store/runs.ts';
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
  readonly cancelled: AbortSignal;
  /** The host goes away: nothing begins any more, and nothing that waits goes on. */
  readonly closing: AbortSignal;
  readonly startChild: (id: string, start: RunStart, parent: RunRow) => Promise<RunEnd>;
  /** Calls back when a message for the topic arrives. */
  readonly onMessage: (runId: string, topic: string, listener: () => void) => () => void;
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
export function createEmbeddedPort(parts: PortParts): RunPort {
  const { store, row, pool, cancelled, closing } = parts;
  const past = new Map<string, OpRow>(store.ops(row.id).map((op) => [op.name, op]));
  const begun = new Set<string>();
  const waits = new Map<string, number>();
  let busy = 0;
  const tell = () => parts.onActivity({ busy, waitsFor: [...waits.keys()] });
  const ends = AbortSignal.any([cancelled, closing]);

  const begin = (name: string, kind: OpRow['kind'], dueAt?: number): void => {
    if (!store.beginOp(row.id, { name, kind, dueAt })) throw new Superseded();
  };
  const finish = (name: string, value: unknown): void => {
    if (!store.endOp(row.id, name, value)) throw new Superseded();
  };
  const stop = (): never => {
    throw closing.aborted ? new Superseded() : new RunCancelled();
  };
  const waiting = async <T>(topic: string, work: () => Promise<T>): Promise<T> => {
    if (ends.aborted) stop();
    waits.set(topic, (waits.get(topic) ?? 0) + 1);
    tell();
    try {
      return await work();
    } finally {
      waits.delete(topic);
      tell();
    }
  };

  return {
    cancelled,
    step: async <T>(name: string, work: () => Promise<T>): Promise<Stepped<T>> => {
      const known = past.get(name);
      // Sound: what is kept under a name is what `work` answered.
      if (known?.endedAt != null) return { kind: 'done', value: known.value as T };
      if (known) return { kind: 'cut-off', startedAt: known.startedAt };
      if (begun.has(name)) throw new Error(`The step ${name} was begun twice`);
      if (ends.aborted) stop();
      begun.add(name);
      return pool
        .run(
          row.seq,
          async () => {
            if (ends.aborted) stop();
            busy++;
            tell();
            try {
              begin(name, 'step');
              const value = await work();
              // A host that goes away leaves the step open: the next one decides what becomes of it.
              if (closing.aborted) stop();
              finish(name, value);
              return { kind: 'done', value } as const;
            } finally {
              busy--;
              tell();
            }
          },
          ends,
        )
        .catch((error: unknown) => (error === ends.reason ? stop() : Promise.reject(error)));
    },
    sleepUntil: async (name, at) => {
      const known = past.get(name);
      if (known?.endedAt != null) return;
      if (!known) begin(name, 'sleep', at);
      await waiting(`sleep:${name}`, () => untilTime(known?.dueAt ?? at, ends, stop));
      finish(name, null);
    },
    waitFor: async (topic, timeoutMs) => {
      const name = `wait:${topic}`;
      const known = past.get(name);
      if (known?.endedAt != null) return (known.value as { data: unknown } | null)?.data;
      const dueAt = known ? known.dueAt : timeoutMs === undefined ? null : Date.now() + timeoutMs;
      if (!known) begin(name, 'wait', dueAt ?? undefined);
      const message = await waiting(topic, () => untilMessage(parts, topic, dueAt, ends, stop));
      finish(name, message ?? null);
      return message?.data;
    },
    child: async (name, start) => {
      const known = past.get(name);
      const runId = `${row.id}.${name}`;
      // Sound: what is kept is how the child ended.
      if (known?.endedAt != null) return { ...(known.value as RunEnd), runId };
      if (!known) begin(name, 'child');
      const end = await waiting(`child:${name}`, () => parts.startChild(runId, start, row));
      if (closing.aborted) stop();
      finish(name, end);
      return { ...end, runId };
    },
  };
}

async function untilTime(at: number, ends: AbortSignal, stop: () => never): Promise<void> {
  while (Date.now() < at) {
    await pause(Math.min(at - Date.now(), LOOK_EVERY_MS), ends);
    if (ends.aborted) stop();
  }
}

async function untilMessage(
  { store, row, onMessage }: PortParts,
  topic: string,
  dueAt: number | null,
  ends: AbortSignal,
  stop: () => never,
): Promise<{ data: unknown } | undefined> {
  for (;;) {
    const arrived = new AbortController();
    // Listening comes before looking, or a message in between would be missed.
    const unlisten = onMessage(row.id, topic, () => arrived.abort());
    try {
      const message = store.message(row.id, topic);
      if (message) return message;
      if (dueAt !== null && Date.now() >= dueAt) return undefined;
      const leftMs = dueAt === null ? LOOK_EVERY_MS : dueAt - Date.now();
      await pause(Math.min(leftMs, LOOK_EVERY_MS), AbortSignal.any([ends, arrived.signal]));
    } finally {
      unlisten();
    }
    if (ends.aborted) stop();
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
