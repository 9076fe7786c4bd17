import type { DatabaseSync } from 'node:sqlite';
import type { AgentState } from '../core/call/agent.ts';
import type { Migrations } from './database.ts';

export const HOLD_MIGRATIONS: Migrations = [
  `CREATE TABLE hold (agent TEXT PRIMARY KEY, state TEXT NOT NULL, by TEXT NOT NULL, at TEXT NOT NULL) STRICT;`,
  `CREATE TABLE held_session (session TEXT NOT NULL, agent TEXT NOT NULL, PRIMARY KEY (session, agent)) STRICT;`,
];

/** Sessions of stdio end without a word; the oldest make room. */
const MOST_SESSIONS = 1000;

/** Agents that a person has paused or stopped; it holds over restarts, until it is lifted. */
export interface HoldStore {
  /** By principal, session or client name; the strictest that fits. */
  stateOf(names: readonly string[]): AgentState;
  set(name: string, state: AgentState, by: string): void;
  /** The names under which a session was held, as long as those are. */
  heldNames(session: string): readonly string[];
  /** Keeps those of the names that are held now. */
  keep(session: string, names: readonly string[]): void;
}

export function createHoldStore(db: DatabaseSync): HoldStore {
  const read = (): Map<string, AgentState> =>
    // Sound: only `set` writes this table.
    new Map(
      db
        .prepare('SELECT agent, state FROM hold')
        .all()
        .map((row) => [String(row.agent), row.state as AgentState]),
    );
  let holds = read();
  const readSessions = (): Map<string, readonly string[]> => {
    const rows = db.prepare('SELECT session, agent FROM held_session').all();
    const bySession = Map.groupBy(rows, ({ session }) => String(session));
    return new Map(
      [...bySession].map(([session, held]) => [session, held.map(({ agent }) => String(agent))]),
    );
  };
  let sessions = readSessions();
  return {
    stateOf: (names) => {
      if (holds.size === 0) return 'running';
      const states = names.map((name) => holds.get(name));
      return states.includes('stopped') ? 'stopped' : states.includes('paused') ? 'paused' : 'running';
    },
    set: (name, state, by) => {
      db.prepare('DELETE FROM hold WHERE agent = ?').run(name);
      if (state !== 'running')
        db.prepare('INSERT INTO hold VALUES (?, ?, ?, ?)').run(name, state, by, new Date().toISOString());
      else db.prepare('DELETE FROM held_session WHERE agent = ?').run(name);
      holds = read();
      sessions = readSessions();
    },
    heldNames: (session) => sessions.get(session) ?? [],
    keep: (session, names) => {
      const known = sessions.get(session) ?? [];
      const added = names.filter((name) => holds.has(name) && !known.includes(name));
      if (added.length === 0) return;
      for (const name of added)
        db.prepare('INSERT OR IGNORE INTO held_session VALUES (?, ?)').run(session, name);
      db.prepare('DELETE FROM held_session WHERE rowid <= (SELECT max(rowid) - ? FROM held_session)').run(
        MOST_SESSIONS,
      );
      sessions = readSessions();
    },
  };
}
