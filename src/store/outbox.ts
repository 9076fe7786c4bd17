import type { DatabaseSync } from 'node:sqlite';
import { type AppEvent, type Emit, EVENTS, type EventName, type Events } from '../core/events.ts';
import type { Migrations } from './database.ts';
import { inTransaction } from './transaction.ts';

export const OUTBOX_MIGRATIONS: Migrations = [
  `CREATE TABLE event (
     seq INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, name TEXT NOT NULL, data TEXT NOT NULL
   ) STRICT;`,
];

const MOST_EVENTS = 10_000;
const KEPT_MS = 86_400_000;
const PRUNE_EVERY = 200;

const MOST_BYTES = 67_108_864;

const PRUNE = `
  DELETE FROM event WHERE seq <= (SELECT max(seq) FROM event) - ? OR at < ? OR seq <= (
    SELECT max(seq) FROM (SELECT seq, sum(octet_length(data)) OVER (ORDER BY seq DESC) AS bytes FROM event)
    WHERE bytes > ?)`;

/** Events are rows of the database that holds the changes they tell of: neither is there without the other. */
export function createOutbox(db: DatabaseSync): Events {
  const listeners = new Map<EventName, Set<(event: AppEvent) => void>>();
  const insert = db.prepare('INSERT INTO event (at, name, data) VALUES (?, ?, ?)');
  const keep = (event: Omit<AppEvent, 'seq'>): AppEvent => {
    const { lastInsertRowid } = insert.run(event.at, event.name, JSON.stringify(event.data));
    const seq = Number(lastInsertRowid);
    if (seq % PRUNE_EVERY === 0)
      db.prepare(PRUNE).run(MOST_EVENTS, new Date(Date.now() - KEPT_MS).toISOString(), MOST_BYTES);
    return { ...event, seq } as AppEvent;
  };
  const tell = (events: readonly AppEvent[]): void => {
    for (const event of events) for (const listener of listeners.get(event.name) ?? []) listener(event);
  };
  const hears = (name: EventName): boolean => (listeners.get(name)?.size ?? 0) > 0;
  /** Events of the transaction that is open; undefined where none is. */
  let waiting: AppEvent[] | undefined;
  const write: Events['write'] = (change) => {
    if (waiting) return change(emitInto(waiting, keep));
    const own: AppEvent[] = [];
    waiting = own;
    try {
      const result = inTransaction(db, () => change(emitInto(own, keep)));
      waiting = undefined;
      tell(own);
      return result;
    } finally {
      waiting = undefined;
    }
  };
  return {
    write,
    emit: (name, data) => {
      if (EVENTS[name].isStored) write((emit) => emit(name, data));
      else if (hears(name)) tell([eventOf(name, data) as AppEvent]);
    },
    hears,
    subscribe: (names, listener) => {
      // One of its own for each: the same function may listen twice.
      const own = (event: AppEvent): void => listener(event);
      for (const name of names) listeners.set(name, (listeners.get(name) ?? new Set()).add(own));
      return () => {
        for (const name of names) listeners.get(name)?.delete(own);
      };
    },
    read: (after, limit) =>
      db.prepare('SELECT * FROM event WHERE seq > ? ORDER BY seq LIMIT ?').all(after, limit).map(toEvent),
    range: () => {
      const { first, last } = db.prepare(RANGE).get() ?? {};
      return { first: Number(first ?? 0), last: Number(last ?? 0) };
    },
  };
}

const RANGE = `
  SELECT (SELECT min(seq) FROM event) AS first,
         (SELECT seq FROM sqlite_sequence WHERE name = 'event') AS last`;

const eventOf = (name: EventName, data: unknown) => ({
  seq: null,
  at: new Date().toISOString(),
  name,
  data,
});

const emitInto =
  (events: AppEvent[], keep: (event: Omit<AppEvent, 'seq'>) => AppEvent): Emit =>
  (name, data) => {
    // Sound: `Emit` ties the data to the name.
    const event = eventOf(name, data) as AppEvent;
    events.push(EVENTS[name].isStored ? keep(event) : event);
  };

// Sound: only `keep` writes this table.
const toEvent = ({ seq, at, name, data }: Record<string, unknown>): AppEvent =>
  ({ seq, at, name, data: JSON.parse(String(data)) }) as unknown as AppEvent;
