const DEEPEST = 64;

/** Whether data is nested deeper than anything a person writes; what walks through it later calls itself. */
export function isTooDeep(content: unknown): boolean {
  let level: unknown[] = [content];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return false;
}
