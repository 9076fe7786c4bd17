import { UsageError } from '../core/errors.ts';

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `30m`, `12h` or `30d` from now, as an ISO time. */
export function expiryOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [, amount, unit] = /^(\d+)([mhd])$/.exec(text) ?? [];
  if (amount === undefined || unit === undefined)
    throw new UsageError(`--expires-in is "${text}"; write it like 12h or 30d.`);
  return new Date(Date.now() + Number(amount) * (UNIT_MS[unit] ?? 0)).toISOString();
}
