import { Cron } from 'croner';
import type { Schedule } from '../../core/workflow/document.ts';

export const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

/** The first time after `after`; undefined where there is none. Throws words for what cannot be read. */
export function nextTime(
  { cron, timeZone }: Pick<Schedule, 'cron' | 'timeZone'>,
  after: number,
): number | undefined {
  const parsed = parse(cron, timeZone);
  return isNever(cron) ? undefined : parsed.nextRun(new Date(after))?.getTime();
}

/** Days that no month has, such as 30 2: to find out by counting takes thousands of years. */
function isNever(cron: string): boolean {
  const fields = cron.trim().split(/\s+/);
  // Seconds may stand in front, years at the end.
  const [day = '*', month = '*', weekday = '*'] = fields.slice(fields.length > 5 ? 3 : 2);
  // Without a plus a day of the week is another way to fit.
  if (!/^([*?]$|\+)/.test(weekday)) return false;
  const days = day.split(',').map(firstOf);
  const months = month.split(',').flatMap(monthsOf);
  if (days.includes(undefined) || months.length === 0) return false;
  const longest = Math.max(...months.map((one) => DAYS[one - 1] ?? 31));
  return days.every((one) => one !== undefined && one > longest);
}

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The least day that is meant; undefined where that is not plain. */
const firstOf = (day: string): number | undefined => {
  const [, first] = /^(\d{1,2})(?:-\d{1,2})?(?:\/\d+)?W?$/i.exec(day) ?? [];
  return first === undefined ? undefined : Number(first);
};

/** One month, or all where it is not a plain one. */
const monthsOf = (month: string): number[] => {
  const number = /^\d{1,2}$/.test(month) ? Number(month) : MONTHS.indexOf(month.toLowerCase()) + 1;
  return number > 0 ? [number] : DAYS.map((_, at) => at + 1);
};

function parse(cron: string, timeZone: string): Cron {
  if (!isTimeZone(timeZone)) throw new Error(`"${timeZone}" is not a time zone; write it like Europe/Paris`);
  try {
    return new Cron(cron, { timezone: timeZone, paused: true });
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error);
    throw new Error(
      `"${cron}" is not a cron expression (${why}); five fields, such as "0 9 * * 1-5", or six with seconds in front`,
    );
  }
}
