import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './transaction.ts';

type Data = Record<string, unknown>;

export interface WorkflowRow {
  readonly id: string;
  readonly name: string;
  readonly projectId: string | null;
  readonly version: number;
  readonly document: unknown;
  /** The file of a repository it comes from. */
  readonly file: string | null;
  readonly hash: string;
  /** Who lets it start by itself, and what of it they saw. */
  readonly enabled: unknown;
  /** The name of the tool it is offered as. */
  readonly exposeAs: string | null;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly lastRunAt: string | null;
}

export interface WorkflowChange {
  readonly name: string;
  readonly document: unknown;
  readonly hash: string;
  readonly by: string;
}

/** Workflows and all their versions. */
export interface WorkflowStore {
  /** Goes up with every change. */
  readonly revision: number;
  list(): WorkflowRow[];
  get(id: string): WorkflowRow | undefined;
  insert(row: WorkflowChange & { id: string; projectId: string | null; file: string | null }): WorkflowRow;
  /** A new version; the older ones stay. */
  update(id: string, change: WorkflowChange): WorkflowRow;
  setEnabled(id: string, enabled: unknown): void;
  setExposeAs(id: string, name: string | null): void;
  remove(id: string): boolean;
}

export function createWorkflowStore(db: DatabaseSync): WorkflowStore {
  const get = (id: string): WorkflowRow | undefined =>
    toRow(db.prepare('SELECT * FROM workflow WHERE id = ?').get(id));
  let revision = 0;
  return {
    get revision() {
      return revision;
    },
    list: () =>
      db
        .prepare('SELECT * FROM workflow ORDER BY name, id')
        .all()
        .flatMap((row) => toRow(row) ?? []),
    get,
    insert: ({ id, projectId, file, ...given }) =>
      inTransaction(db, () => {
        revision++;
        const at = now();
        db.prepare(
          `INSERT INTO workflow (id, name, project_id, version, document, file, hash, enabled, created_by, created_at, updated_at)
           VALUES (?, ?, ?, 1, ?, ?, ?, 'null', ?, ?, ?)`,
        ).run(id, given.name, projectId, JSON.stringify(given.document), file, given.hash, given.by, at, at);
        return keepVersion(db, id, 1, given);
      }),
    update: (id, given) =>
      inTransaction(db, () => {
        revision++;
        const row = db
          .prepare(
            `UPDATE workflow SET name = ?, document = ?, hash = ?, enabled = 'null', version = version + 1, updated_at = ?
             WHERE id = ? RETURNING version`,
          )
          .get(given.name, JSON.stringify(given.document), given.hash, now(), id);
        return keepVersion(db, id, Number(row?.version), given);
      }),
    setEnabled: (id, enabled) =>
      void db
        .prepare('UPDATE workflow SET enabled = ? WHERE id = ?')
        .run(JSON.stringify(enabled ?? null), id),
    setExposeAs: (id, name) => {
      revision++;
      db.prepare('UPDATE workflow SET expose_as = ? WHERE id = ?').run(name, id);
    },
    remove: (id) => {
      revision++;
      return db.prepare('DELETE FROM workflow WHERE id = ?').run(id).changes > 0;
    },
  };
}

/** The workflows of a database file, which is only read; none where there is no such file. */
export function readWorkflows(path: string): readonly WorkflowRow[] {
  if (!existsSync(path)) return [];
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return createWorkflowStore(db).list();
  } catch {
    // A file that a host has not made its tables in yet.
    return [];
  } finally {
    db.close();
  }
}

function keepVersion(
  db: DatabaseSync,
  id: string,
  version: number,
  { document, hash, by }: WorkflowChange,
): WorkflowRow {
  db.prepare('INSERT INTO workflow_version VALUES (?, ?, ?, ?, ?, ?)').run(
    id,
    version,
    JSON.stringify(document),
    hash,
    by,
    now(),
  );
  const row = toRow(db.prepare('SELECT * FROM workflow WHERE id = ?').get(id));
  if (!row) throw new Error(`The workflow ${id} was not written`);
  return row;
}

const now = (): string => new Date().toISOString();

// Sound: the columns are ours, strict, and written above alone.
const toRow = (row: Data | undefined): WorkflowRow | undefined =>
  row &&
  ({
    id: row.id,
    name: row.name,
    projectId: row.project_id,
    version: row.version,
    document: JSON.parse(String(row.document)),
    file: row.file,
    hash: row.hash,
    enabled: JSON.parse(String(row.enabled ?? 'null')),
    exposeAs: row.expose_as,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastRunAt: row.last_run_at,
  } as WorkflowRow);
