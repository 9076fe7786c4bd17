import { UsageError } from '../core/errors.ts';

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

// A year of five digits would sort before every other time, and count as long past.
const LONGEST_DAYS = 36_500;

/** `30m`, `12h` or `30d` from now, as an ISO time. */
export function expiryOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [, amount, unit] = /^(\d+)([mhd])$/.exec(text) ?? [];
  if (amount === undefined || unit === undefined)
    throw new UsageError(`--expires-in is "${text}"; write it like 12h or 30d.`);
  const ms = Number(amount) * (UNIT_MS[unit] ?? 0);
  if (ms === 0) throw new UsageError(`--expires-in is "${text}", which is over at once.`);
  if (ms > LONGEST_DAYS * 86_400_000)
    throw new UsageError(`--expires-in is "${text}"; the longest is ${LONGEST_DAYS}d.`);
  return new Date(Date.now() + ms).toISOString();
}
