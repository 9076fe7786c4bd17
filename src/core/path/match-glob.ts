import { matchesGlob } from 'node:path';

// What `[[:digit:]]` and the like mean to a shell; the matcher would turn them into an expression that is not valid.
const CLASSES: Readonly<Record<string, string>> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  blank: ' \t',
  digit: '0-9',
  lower: 'a-z',
  upper: 'A-Z',
  space: ' \t\n',
  word: 'A-Za-z0-9_',
  xdigit: 'A-Fa-f0-9',
};

/** Whether a name fits a pattern; a pattern that cannot be read may fit anything. */
export function mayMatchGlob(name: string, glob: string): boolean {
  try {
    return matchesGlob(
      name,
      glob.replace(/\[:(\w+):\]/g, (_, of: string) => CLASSES[of] ?? '!-~'),
    );
  } catch {
    return true;
  }
}
