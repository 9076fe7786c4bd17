import { ToolError } from '../../core/errors.ts';

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

/** The number after the highest one that a name starts with, in three digits: 007-login is followed by 008. */
export function nextNumber(names: readonly string[]): string {
  const numbers = names.map((name) => Number(/(?:^|\/)(\d{3,})-/.exec(name)?.[1] ?? 0));
  return String(Math.max(0, ...numbers) + 1).padStart(3, '0');
}
