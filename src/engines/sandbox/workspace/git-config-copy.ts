import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readIfSmall } from './read-if-small.ts';

const CREDENTIALS = /:\/\/[^/\s"']+@|extraheader|\btoken\b|passw/i;

/** Whether a configuration of git holds something to hide. */
export const holdsTokens = (config: string): boolean => CREDENTIALS.test(readIfSmall(config) ?? '');

/** Tokens stand in the addresses of remotes: a run that may see no secret gets the file without them. */
export function gitConfigWithoutTokens(config: string, scratch: string): string | undefined {
  const text = readIfSmall(config);
  if (text === undefined || !CREDENTIALS.test(text)) return undefined;
  const plain = text
    .replace(/(:\/\/)[^/\s"'@]+@/g, '$1')
    .split('\n')
    .filter((line) => !/extraheader|\btoken\b|passw/i.test(line))
    .join('\n');
  const directory = join(scratch, 'git-config');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const copy = join(directory, hash('sha256', `${config}\0${text}`).slice(0, 24));
  writeFileSync(copy, plain, { mode: 0o600 });
  return copy;
}
