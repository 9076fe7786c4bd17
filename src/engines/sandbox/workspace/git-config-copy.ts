import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import { existing } from './existing-places.ts';
import { type Mask, masksOver } from './masks.ts';
import { readIfSmall } from './read-if-small.ts';

const SECRET_WORD = /header|token|pass|secret|auth|cookie|apikey|credential/i;
/** `https://user:token@host`: up to the last `@`, since a password may hold one, and a slash. */
const LOGIN = /(:\/\/)[^\s"]*@/g;
/** `https://host/path?private_token=x`. */
const QUESTION = /(:\/\/[^\s"?]*)\?[^\s"]*/g;

const plainAddresses = (text: string): string => text.replace(LOGIN, '$1').replace(QUESTION, '$1');
/** Their values are names of branches, files and addresses, whatever words are in those. */
const NAMES_ONLY = /^(branch|remote|submodule|core|extensions)$/i;

/** Of repositories with thousands of branches. */
export const LARGEST_CONFIG = 8 * 1024 * 1024;

/**
 * A run that may see no secret gets the file without the tokens and passwords in it, or without anything where it cannot
 * be read. `visible`: where a link leads to that the run sees as well.
 */
export function configMasks(config: string, visible: readonly string[]): Mask[] {
  const { files, directories } = existing([config]);
  return [
    ...masksOver({ files: [], directories }),
    ...files
      .filter((place) => isInside(place, visible))
      .flatMap((place) => maskWithout(place, withoutTokens)),
  ];
}

/** The same of what git notes down about commands: addresses as they were typed, and nothing else that is secret. */
export const noteMasks = (file: string): Mask[] => maskWithout(file, plainAddresses);

/** None where there is nothing to take out. */
function maskWithout(place: string, without: (text: string) => string): Mask[] {
  const text = readIfSmall(place, { mostBytes: LARGEST_CONFIG });
  if (text === undefined) return [{ place, isDirectory: false }];
  const plain = without(text);
  if (plain === text) return [];
  const name = hash('sha256', `${place}\0${text}`).slice(0, 24);
  return [{ place, isDirectory: false, copy: (scratch) => write(plain, join(scratch, 'git-config'), name) }];
}

function write(text: string, directory: string, name: string): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const copy = join(directory, name);
  writeFileSync(copy, text, { mode: 0o600 });
  return copy;
}

function withoutTokens(text: string): string {
  let section = '';
  let before = { goesOn: false, isLeftOut: false };
  return plainAddresses(text)
    .split('\n')
    .map((line) => {
      const [, header = '', name = '', rest = line] = /^(\s*\[\s*([\w.-]+)[^\]]*\])?(.*)$/s.exec(line) ?? [];
      if (header !== '' && !before.goesOn) section = name;
      const [, key = ''] = /^\s*([\w-]+)\s*=/.exec(rest) ?? [];
      const isSecret = SECRET_WORD.test(NAMES_ONLY.test(section) ? key : rest);
      // The rest of a value that is left out is left out with it.
      const isLeftOut = isSecret || (before.goesOn && before.isLeftOut);
      before = { goesOn: rest.endsWith('\\'), isLeftOut };
      return isLeftOut ? header : line;
    })
    .join('\n');
}
