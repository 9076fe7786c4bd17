import type { DatabaseSync } from 'node:sqlite';

type Data = Record<string, unknown>;

export interface ActionRow {
  readonly id: string;
  readonly type: 'script' | 'webhook' | 'workflow';
  readonly name: string;
  readonly description: string | null;
  readonly projectId: string | null;
  readonly config: Data;
  readonly isEnabled: boolean;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

type Level = 'require_confirm' | 'auto_approve' | 'deny';

export interface PermissionRow {
  /** An action's id, `type:script` and others, or `*` for all. */
  readonly subject: string;
  readonly level: Level;
  readonly setBy: string;
  readonly setAt: string;
  /** The digest of what the action did then; null until a person sees it. */
  readonly seen: string | null;
}

/** Actions and what people allow of them. */
export interface ActionStore {
  list(): ActionRow[];
  get(id: string): ActionRow | undefined;
  save(row: Omit<ActionRow, 'createdAt' | 'updatedAt'>): ActionRow;
  remove(id: string): boolean;
  permissions(): PermissionRow[];
  /** The newest word counts; null takes it back. */
  setPermission(subject: string, level: Level | null, by: string, seen?: string): void;
  /** Binds a word about one action to what it does. */
  bindPermission(subject: string, seen: string): void;
}

export function createActionStore(db: DatabaseSync): ActionStore {
  const get = (id: string) => toAction(db.prepare('SELECT * FROM action WHERE id = ?').get(id));
  return {
    list: () =>
      db
        .prepare('SELECT * FROM action ORDER BY name, id')
        .all()
        .flatMap((row) => toAction(row) ?? []),
    get,
    save: ({ id, type, name, description, projectId, config, isEnabled, createdBy }) => {
      const at = new Date().toISOString();
      db.prepare(
        `INSERT INTO action VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
           name = excluded.name, description = excluded.description, project_id = excluded.project_id,
           config = excluded.config, is_enabled = excluded.is_enabled, updated_at = excluded.updated_at`,
      ).run(
        id,
        type,
        name,
        description,
        projectId,
        JSON.stringify(config),
        Number(isEnabled),
        createdBy,
        at,
        at,
      );
      const row = get(id);
      if (!row) throw new Error(`The action ${id} was not written`);
      return row;
    },
    remove: (id) => db.prepare('DELETE FROM action WHERE id = ?').run(id).changes > 0,
    permissions: () =>
      db
        .prepare('SELECT * FROM action_permission ORDER BY subject')
        .all()
        .map(
          ({ subject, level, set_by, set_at, seen }) =>
            // Sound: `setPermission` alone writes it.
            ({ subject, level, setBy: set_by, setAt: set_at, seen }) as unknown as PermissionRow,
        ),
    setPermission: (subject, level, by, seen) => {
      if (level === null) db.prepare('DELETE FROM action_permission WHERE subject = ?').run(subject);
      else
        db.prepare('INSERT OR REPLACE INTO action_permission VALUES (?, ?, ?, ?, ?)').run(
          subject,
          level,
          by,
          new Date().toISOString(),
          seen ?? null,
        );
    },
    bindPermission: (subject, seen) => {
      db.prepare('UPDATE action_permission SET seen = ? WHERE subject = ? AND seen IS NULL').run(
        seen,
        subject,
      );
    },
  };
}

// Sound: the columns are ours, strict, and written above alone.
const toAction = (row: Data | undefined): ActionRow | undefined =>
  row &&
  ({
    id: row.id,
    type: row.type,
    name: row.name,
    description: row.description,
    projectId: row.project_id,
    config: JSON.parse(String(row.config)),
    isEnabled: row.is_enabled === 1,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  } as ActionRow);
