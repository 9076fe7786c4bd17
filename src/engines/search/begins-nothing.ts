import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

/** What a shell makes of these first is not worked out here. */
const UNKNOWN = /^$|[*?[\]\\'"{}$`()~]/;

/** Whether there surely is nothing whose path begins so. */
export function beginsNothing(start: string, cwd: string): boolean {
  if (UNKNOWN.test(start)) return false;
  const [, folder = '', begin = ''] = /^(.*\/)?(.*)$/s.exec(start) ?? [];
  try {
    return !readdirSync(resolve(cwd, folder)).some((name) => name.startsWith(begin));
  } catch (error) {
    return error instanceof Error && 'code' in error && /^(ENOENT|ENOTDIR)$/.test(String(error.code));
  }
}
