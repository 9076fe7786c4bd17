import type { DatabaseSync } from 'node:sqlite';
import type { AgentState } from '../core/call/agent.ts';
import type { Migrations } from './database.ts';

export const HOLD_MIGRATIONS: Migrations = [
  `CREATE TABLE hold (agent TEXT PRIMARY KEY, state TEXT NOT NULL, by TEXT NOT NULL, at TEXT NOT NULL) STRICT;`,
];

/** Agents that a person has paused or stopped; it holds over restarts, until it is lifted. */
export interface HoldStore {
  /** By principal, session or client name; the strictest that fits. */
  stateOf(names: readonly string[]): AgentState;
  set(name: string, state: AgentState, by: string): void;
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
      holds = read();
    },
  };
}
