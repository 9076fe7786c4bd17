import { UsageError } from '../../core/errors.ts';
import { timeOf } from '../time-flag.ts';
import { choiceFlag, switchFlag, textFlag, type Values, valueFlag } from './flag.ts';

/** Flags that several commands take. */
export const ADDRESS_FLAGS = {
  port: valueFlag(
    'port',
    {
      value: 'N',
      takes: 'a port between 0 and 65535',
      about: 'port to bind (default 4666; 0 picks a free one)',
    },
    portOf,
  ),
  host: textFlag('host', {
    value: 'ADDRESS',
    takes: 'an address to bind',
    about: 'address to bind (default 127.0.0.1)',
  }),
  auth: choiceFlag('auth', ['token', 'none'], 'none: no token is needed; for loopback addresses only'),
};

export type AddressFlags = Values<typeof ADDRESS_FLAGS>;

const TIME = 'a time like 1h (ago), 2026-01-31 or 2026-01-31T12:00:00Z';

export const SPAN_FLAGS = {
  since: valueFlag('since', { value: 'TIME', takes: TIME, about: `not before: ${TIME}` }, (text) =>
    timeOf('--since', text),
  ),
  until: valueFlag('until', { value: 'TIME', takes: TIME, about: 'not after' }, (text) =>
    timeOf('--until', text),
  ),
};

export const expiresFlag = textFlag('expires-in', {
  value: 'TIME',
  takes: 'a time like 30m, 12h or 30d',
  about: 'end it after 30m, 12h or 30d',
});

export const jsonlFlag = (about: string) => switchFlag('jsonl', about);

function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535 && text.trim() !== '') return port;
  throw new UsageError(`--port is "${text}", which is not a port between 0 and 65535.`);
}
