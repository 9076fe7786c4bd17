import type { SqlPart } from './where-sql.ts';

/** Documents that come from no file, or from one below these directories. */
export function reachSql(roots: readonly string[]): SqlPart {
  const inside = roots.map((root) => {
    const folder = root.endsWith('/') ? root : `${root}/`;
    return { sql: 'path = ? OR substr(path, 1, ?) = ?', values: [root, folder.length, folder] };
  });
  return {
    sql: `(${['path IS NULL', ...inside.map(({ sql }) => sql)].join(' OR ')})`,
    values: inside.flatMap(({ values }) => values),
  };
}
