import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Rule } from '../core/approval/rule.ts';
import { UsageError } from '../core/errors.ts';
import type { Migrations } from './database.ts';

export const RULE_MIGRATIONS: Migrations = [
  `CREATE TABLE rule (
     id TEXT PRIMARY KEY, verdict TEXT NOT NULL, tool TEXT NOT NULL, pattern TEXT NOT NULL, session TEXT,
     created_by TEXT NOT NULL, created_at TEXT NOT NULL, expires_at TEXT, uses INTEGER NOT NULL, last_used_at TEXT
   ) STRICT;`,
];

export type NewRule = Pick<Rule, 'verdict' | 'tool' | 'pattern' | 'session' | 'createdBy' | 'expiresAt'>;

/** Standing answers of people. Read into memory, since every call asks; written through. */
export interface RuleStore {
  /** Those in force now. */
  list(): readonly Rule[];
  add(rule: NewRule): Rule;
  remove(id: string): Rule;
  used(id: string): void;
  /** After a transaction that was undone: what was added in it is not there. */
  reload(): void;
}

export function createRuleStore(db: DatabaseSync): RuleStore {
  const read = (): Rule[] => db.prepare('SELECT * FROM rule ORDER BY created_at').all().map(toRule);
  let rules = read();
  const list = (): readonly Rule[] => {
    if (rules.length === 0) return rules;
    const now = new Date().toISOString();
    return rules.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
  };
  return {
    list,
    add: ({ verdict, tool, pattern, session, createdBy, expiresAt }) => {
      const id = randomUUID().slice(0, 8);
      db.prepare('INSERT INTO rule VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, NULL)').run(
        id,
        verdict,
        tool,
        JSON.stringify(pattern),
        session,
        createdBy,
        new Date().toISOString(),
        expiresAt,
      );
      rules = read();
      return findOrExplain(rules, id);
    },
    remove: (id) => {
      const rule = findOrExplain(rules, id);
      db.prepare('DELETE FROM rule WHERE id = ?').run(id);
      rules = read();
      return rule;
    },
    reload: () => {
      rules = read();
    },
    used: (id) => {
      const lastUsedAt = new Date().toISOString();
      db.prepare('UPDATE rule SET uses = uses + 1, last_used_at = ? WHERE id = ?').run(lastUsedAt, id);
      rules = rules.map((rule) => (rule.id === id ? { ...rule, uses: rule.uses + 1, lastUsedAt } : rule));
    },
  };
}

function findOrExplain(rules: readonly Rule[], id: string): Rule {
  const rule = rules.find((candidate) => candidate.id === id);
  if (!rule) throw new UsageError(`There is no rule "${id}"; toolgate rules list shows them.`);
  return rule;
}

// Sound: the table is STRICT and only this file writes it.
const toRule = (row: Record<string, unknown>): Rule =>
  ({
    id: row.id,
    verdict: row.verdict,
    tool: row.tool,
    pattern: JSON.parse(String(row.pattern)),
    session: row.session,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    uses: row.uses,
    lastUsedAt: row.last_used_at,
  }) as unknown as Rule;

/** The rules in a data directory, read-only: nothing is created, nothing is locked. */
export function readRules(dataDir: string): readonly Rule[] {
  const path = join(dataDir, 'toolgate.db');
  if (!existsSync(path)) return [];
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return createRuleStore(db).list();
  } catch {
    // A file from before there were rules.
    return [];
  } finally {
    db.close();
  }
}
