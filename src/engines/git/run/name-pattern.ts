import { ToolError } from '../../../core/errors.ts';
import { within } from '../../../core/timing/within.ts';

/** Puts values in for `{name}` and the like; what has no value is an error, never left standing. */
export function fillPattern(pattern: string, values: Readonly<Record<string, string | undefined>>): string {
  return pattern.replace(/\{(\w+)\}/g, (whole, key: string) => {
    const value = values[key];
    if (value !== undefined) return value;
    const known = Object.keys(values).map((name) => `{${name}}`);
    throw new ToolError('VALIDATION', `${whole} in "${pattern}" has no value`, {
      hint: key in values ? `Give "${key}".` : `Known are ${known.join(', ')}.`,
    });
  });
}

const LIMIT_MS = 200;

/** A pattern, and the names that were made with it or could have been. */
interface Numbered {
  readonly pattern: string;
  readonly names: readonly string[];
}

/**
 * The number after the highest one in use, in three digits: k-002 is followed by 003 where the pattern is k-{num}.
 * Names that start with a number (007-login) count wherever they stand, if a pattern makes such names.
 */
export function nextNumber(used: readonly Numbered[]): string {
  const startsWithNumber = used.some(({ pattern }) => /(^|\/)\{num\}-/.test(pattern));
  // A pattern with many places for a name backtracks; it is an agent's.
  const numbers = within(LIMIT_MS, () =>
    used.flatMap(({ pattern, names }) => {
      const shape = shapeOf(pattern);
      return names.flatMap((name) => [
        Number(shape.exec(name)?.[1] ?? 0),
        startsWithNumber ? Number(/(?:^|\/)(\d{3,})-/.exec(name)?.[1] ?? 0) : 0,
      ]);
    }),
  );
  return String(Math.max(0, ...numbers) + 1).padStart(3, '0');
}

/** What a filled-in pattern looks like; the number is its first group. */
function shapeOf(pattern: string): RegExp {
  const parts = pattern.split(/(\{\w+\})/).map((part, i) => {
    if (i % 2 === 0) return part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    return part === '{num}' ? '(\\d+)' : '[^/]+?';
  });
  return new RegExp(`^${parts.join('')}$`);
}
