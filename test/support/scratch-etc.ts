import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { temporaryDirectory } from './program.ts';

/** What programs look up there; nothing of it is secret. */
const NEEDED = [
  'group',
  'hosts',
  'nsswitch.conf',
  'resolv.conf',
  'ssl',
  'ld.so.cache',
  'localtime',
  'alternatives',
];

/** A machine of its own as far as /etc goes, in which this user lives in another home. */
export function createScratchEtc(home: string) {
  const etc = temporaryDirectory();
  for (const name of NEEDED)
    if (existsSync(join('/etc', name)))
      cpSync(join('/etc', name), join(etc, name), { recursive: true, verbatimSymlinks: true });
  const { uid } = userInfo();
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => {
      const fields = line.split(':');
      return fields[2] === String(uid) ? fields.with(5, home).join(':') : line;
    });
  writeFileSync(join(etc, 'passwd'), users.join('\n'));
  return {
    path: (name: string): string => join(etc, name),
    put: (name: string, text: string): void => {
      mkdirSync(dirname(join(etc, name)), { recursive: true });
      writeFileSync(join(etc, name), text);
    },
    /** The words that run these in it. */
    inside: (...words: readonly string[]): [string, ...string[]] => [
      'bwrap',
      '--dev-bind',
      '/',
      '/',
      '--bind',
      etc,
      '/etc',
      ...words,
    ],
  };
}
