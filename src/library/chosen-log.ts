import type { Config } from '../core/config.ts';
import { UsageError } from '../core/errors.ts';
import { LOG_LEVELS, type Log, type LogLevel } from '../core/log.ts';
import { stderrLog } from './stderr-log.ts';

/** Where a program wants the log: a logger of its own, or stderr from a level on. */
export function chosenLog(log: Log | LogLevel | undefined, config: Config): Log {
  if (log === undefined) return stderrLog(config);
  if (isLevel(log)) return stderrLog({ ...config, logLevel: log });
  if (isLog(log)) return log;
  throw new UsageError(
    `createToolgate: "log" must be one of ${LOG_LEVELS.join(', ')}, or an object with the functions ${FUNCTIONS.join(', ')}.`,
  );
}

const FUNCTIONS = ['debug', 'info', 'warn', 'error'] as const;

const isLevel = (log: unknown): log is LogLevel => LOG_LEVELS.some((level) => level === log);

const isLog = (log: unknown): log is Log =>
  typeof log === 'object' &&
  log !== null &&
  // Sound: each member is looked at before it is called one.
  FUNCTIONS.every((name) => typeof (log as Readonly<Record<string, unknown>>)[name] === 'function');
