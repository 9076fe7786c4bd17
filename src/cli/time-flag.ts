import { UsageError } from '../core/errors.ts';

const TIME = /^\d{4}-\d\d-\d\d(?<time>T\d\d:\d\d(:\d\d(\.\d+)?)?(?<zone>Z|[+-]\d\d:\d\d)?)?$/;

/** A day or a time as the record writes it; without a zone it is UTC, as everything the record shows. */
export function timeOf(flag: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const found = TIME.exec(text);
  const { time, zone } = found?.groups ?? {};
  const ms = Date.parse(time !== undefined && zone === undefined ? `${text}Z` : text);
  if (!found || Number.isNaN(ms))
    throw new UsageError(`${flag} is "${text}"; write it like 2026-01-31 or 2026-01-31T12:00:00Z.`);
  return new Date(ms).toISOString();
}
