import type { DatabaseSync } from 'node:sqlite';
import type { Migrations } from './database.ts';

export const SETTING_TIME_MIGRATIONS: Migrations = [
  'CREATE TABLE setting_time (key TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;',
];

/** When a person last set a setting that binds agents, whatever it was before: an agent that started earlier obeys. */
export interface SettingTimes {
  /** In milliseconds; 0 where nobody has set it. */
  at(key: string): number;
  note(keys: readonly string[]): void;
}

export function createSettingTimes(db: DatabaseSync): SettingTimes {
  const rows = db.prepare('SELECT key, at FROM setting_time').all();
  const times = new Map(rows.map(({ key, at }) => [String(key), Number(at)]));
  return {
    at: (key) => times.get(key) ?? 0,
    note: (keys) => {
      for (const key of keys) {
        const at = Date.now();
        db.prepare('INSERT OR REPLACE INTO setting_time VALUES (?, ?)').run(key, at);
        times.set(key, at);
      }
    },
  };
}
