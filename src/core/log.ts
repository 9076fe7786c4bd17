import { isoTime } from './text/iso-time.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

type Fields = Readonly<Record<string, unknown>>;

/** Structured log to stderr; stdout belongs to the protocol. */
export interface Log {
  /** The fields may be a function, for what costs something to collect. They are read later: nothing changes them. */
  debug(message: string, fields?: Fields | (() => Fields)): void;
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
}

interface LogOptions {
  readonly level: LogLevel;
  readonly format: 'json' | 'pretty';
  /** The line may be asked for later. */
  readonly write: (line: () => string, level: LogLevel) => void;
}

export function createLog({ level, format, write }: LogOptions): Log {
  const floor = LOG_LEVELS.indexOf(level);
  const at =
    (name: Exclude<LogLevel, 'silent'>) =>
    (message: string, fields: Fields | (() => Fields) = {}): void => {
      if (LOG_LEVELS.indexOf(name) < floor) return;
      const ms = Date.now();
      const known = typeof fields === 'function' ? fields() : fields;
      const toLine = format === 'json' ? jsonLine : prettyLine;
      write(() => toLine(isoTime(ms), name, message, known), name);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

const jsonLine = (time: string, level: string, message: string, fields: Fields): string => {
  const rest = toJson(fields)?.slice(1, -1);
  const start = `{"time":"${time}","level":"${level}","message":${JSON.stringify(message)}`;
  return rest ? `${start},${rest}}\n` : `${start}}\n`;
};

const prettyLine = (time: string, level: string, message: string, fields: Fields): string => {
  const rest = Object.entries(fields).map(([key, value]) => `${key}=${toJson(value)}`);
  return `${[time.slice(11, 23), level.padEnd(5), message, ...rest].join(' ')}\n`;
};

/** JSON.stringify shows an Error as {}; its message is the part worth reading. Asking for it costs three times as much. */
const toJson = (value: unknown): string | undefined =>
  hasObjects(value)
    ? JSON.stringify(value, (_key, part: unknown) =>
        part instanceof Error ? (part.stack ?? part.message) : part,
      )
    : JSON.stringify(value);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function hasObjects(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (value instanceof Error) return true;
  for (const key in value) if (isObject((value as Fields)[key])) return true;
  return false;
}
