/** A line for each row, each cell but the last as wide as the widest of its column. */
export function inColumns(rows: readonly (readonly string[])[]): string[] {
  const widthOf = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) =>
    row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widthOf(column)))).join('  '),
  );
}
