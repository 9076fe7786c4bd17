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
  return parse(cron, timeZone).nextRun(new Date(after))?.getTime();
}

function parse(cron: string, timeZone: string): Cron {
  if (!isTimeZone(timeZone)) throw new Error(`"${timeZone}" is not a time zone; write it like Europe/Paris`);
  try {
    return new Cron(cron, { timezone: timeZone, paused: true });
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error);
    throw new Error(`"${cron}" is not a cron expression (${why}); five fields, such as "0 9 * * 1-5"`);
  }
}
