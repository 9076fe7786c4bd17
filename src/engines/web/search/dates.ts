const UNIT_MS: Readonly<Record<string, number>> = {
  second: 1000,
  sec: 1000,
  minute: 60_000,
  min: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
  month: 2_629_800_000,
  year: 31_557_600_000,
};

/** A date as providers write it ("2 hours ago", "Mar 3, 2026", RFC 2822, ISO 8601), in ISO 8601. */
export function toIsoDate(text: string, now: Date): string | undefined {
  const trimmed = text.trim();
  if (/^(just now|today)$/i.test(trimmed)) return dayOf(now);
  if (/^yesterday$/i.test(trimmed)) return dayOf(new Date(now.getTime() - 86_400_000));
  const [, count, unit = ''] = /^(\d{1,4}|an?)\s+([a-z]+?)s?\.?\s+ago$/i.exec(trimmed) ?? [];
  const unitMs = UNIT_MS[unit.toLowerCase()];
  if (count !== undefined && unitMs !== undefined) {
    const at = new Date(now.getTime() - (Number.parseInt(count, 10) || 1) * unitMs);
    return unitMs < 86_400_000 ? at.toISOString() : dayOf(at);
  }
  return toExactDate(trimmed);
}

function toExactDate(text: string): string | undefined {
  // A time without a zone is taken as UTC: this machine's own zone says nothing about a page.
  const hasTime = /\d:\d\d/.test(text);
  const hasZone = /(Z|GMT|UTC|[+-]\d\d:?\d\d)\s*$/i.test(text);
  const at = new Date(
    hasTime && hasZone ? text : /^\d{4}-\d\d-\d\dT/.test(text) ? `${text}Z` : `${text} UTC`,
  );
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1990) return undefined;
  return hasTime ? at.toISOString() : dayOf(at);
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
