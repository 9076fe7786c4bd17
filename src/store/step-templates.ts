import type { DatabaseSync } from 'node:sqlite';

export interface TemplateRow {
  readonly id: string;
  readonly name: string;
  readonly command: string;
  readonly category: string;
  readonly description: string | null;
  readonly createdBy: string;
  readonly createdAt: string;
}

/** Step templates people and agents made themselves. */
export interface TemplateStore {
  list(): TemplateRow[];
  insert(row: Omit<TemplateRow, 'createdAt'>): TemplateRow;
  update(row: Omit<TemplateRow, 'createdAt' | 'createdBy'>): boolean;
  remove(id: string): boolean;
}

export function createTemplateStore(db: DatabaseSync): TemplateStore {
  return {
    list: () => db.prepare('SELECT * FROM step_template ORDER BY name, id').all().map(toTemplate),
    insert: ({ id, name, command, category, description, createdBy }) => {
      const row = db
        .prepare('INSERT INTO step_template VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING *')
        .get(id, name, command, category, description, createdBy, new Date().toISOString());
      if (!row) throw new Error(`The template ${id} was not written`);
      return toTemplate(row);
    },
    update: ({ id, name, command, category, description }) =>
      db
        .prepare('UPDATE step_template SET name = ?, command = ?, category = ?, description = ? WHERE id = ?')
        .run(name, command, category, description, id).changes > 0,
    remove: (id) => db.prepare('DELETE FROM step_template WHERE id = ?').run(id).changes > 0,
  };
}

// Sound: the columns are ours, strict, and written above alone.
const toTemplate = (row: Record<string, unknown>): TemplateRow =>
  ({
    id: row.id,
    name: row.name,
    command: row.command,
    category: row.category,
    description: row.description,
    createdBy: row.created_by,
    createdAt: row.created_at,
  }) as unknown as TemplateRow;
