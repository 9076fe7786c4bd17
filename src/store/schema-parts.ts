import type { DatabaseSync } from 'node:sqlite';
import { UsageError } from '../core/errors.ts';
import type { Migrations, Schema } from './database.ts';

const PARTS_TABLE = 'CREATE TABLE part (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT;';

/**
 * A schema of independent parts, each with migrations of its own; a table of the file says how far each part is.
 * `earlier` lists which parts, at version 1, the versions of the file had that were written before that table.
 */
export function partsSchema(
  parts: Readonly<Record<string, Migrations>>,
  earlier: readonly (readonly string[])[] = [],
): Schema {
  const version = Object.values(parts).reduce((sum, migrations) => sum + migrations.length, 0);
  return {
    version,
    missing: (db, written) => {
      const noted = versionsIn(db);
      const have =
        noted ?? new Map(earlier.slice(0, written).flatMap((names) => names.map((name) => [name, 1])));
      for (const [name, at] of have) assertKnownPart(name, at, parts[name], db);
      const behind = Object.entries(parts).filter(
        ([name, migrations]) => (have.get(name) ?? 0) < migrations.length,
      );
      if (noted && behind.length === 0) return [];
      return [
        ...(noted ? [] : [PARTS_TABLE]),
        ...behind.flatMap(([name, migrations]) => migrations.slice(have.get(name) ?? 0)),
        ...Object.entries(parts).map(([name, { length }]) => note(name, length)),
      ];
    },
  };
}

/** Undefined where the file does not say it yet. */
function versionsIn(db: DatabaseSync): ReadonlyMap<string, number> | undefined {
  const isThere = db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'part'`).get();
  if (!isThere) return undefined;
  const rows = db.prepare('SELECT name, version FROM part').all();
  return new Map(rows.map(({ name, version }) => [String(name), Number(version)]));
}

/** Two programs can have the same number of migrations and not the same ones. */
function assertKnownPart(
  name: string,
  version: number,
  known: Migrations | undefined,
  db: DatabaseSync,
): void {
  if (known && version <= known.length) return;
  throw new UsageError(
    `${db.location() ?? 'The database'} was written by another version of Toolgate: its part "${name}" is at ${version}, ` +
      `this program knows ${known?.length ?? 'no such part'}. Nothing was changed. Update Toolgate, or use another --data-dir.`,
  );
}

// Names are ours, not a caller's.
const note = (name: string, version: number): string =>
  `INSERT INTO part VALUES ('${name}', ${version}) ON CONFLICT DO UPDATE SET version = excluded.version;`;
