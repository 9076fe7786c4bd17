import { UsageError } from '../core/errors.ts';

const TIME = /^\d{4}-\d\d-\d\d(?<time>T\d\d:\d\d(:\d\d(\.\d+)?)?(?<zone>Z|[+-]\d\d:\d\d)?)?$/;

const AGO_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A day or a time as the record writes it, in UTC unless it names a zone; or how long ago: 90s, 30m, 1h, 7d. */
export function timeOf(flag: string, text: string): string {
  const [, amount, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (amount !== undefined) return new Date(Date.now() - Number(amount) * (AGO_MS[unit] ?? 0)).toISOString();
  const found = TIME.exec(text);
  const { time, zone } = found?.groups ?? {};
  const ms = Date.parse(time !== undefined && zone === undefined ? `${text}Z` : text);
  if (!found || Number.isNaN(ms))
    throw new UsageError(`${flag} is "${text}"; write it like 1h (ago), 2026-01-31 or 2026-01-31T12:00:00Z.`);
  return new Date(ms).toISOString();
}
