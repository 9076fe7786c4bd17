import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import { existing, hide } from './existing-places.ts';
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

/** Whether a configuration of git holds something to hide; one that cannot be read may. */
export const holdsTokens = (config: string): boolean => {
  const text = readIfSmall(config, { mostBytes: LARGEST_CONFIG });
  return text === undefined || withoutTokens(text) !== text;
};

/**
 * A run that may see no secret gets the file without the tokens and passwords in it, or without anything where it cannot
 * be read. `visible`: where a link leads to that the run sees as well.
 */
export const configMounts = (config: string, scratch: string, visible: readonly string[]): string[] => {
  const { files, directories } = existing([config]);
  return [
    ...hide({ files: [], directories }),
    ...files
      .filter((place) => isInside(place, visible))
      .flatMap((place) => {
        const copy = copyWithout(place, withoutTokens, scratch);
        if (copy === 'as it is') return [];
        return copy === 'unreadable' ? hide({ files: [place], directories: [] }) : ['--ro-bind', copy, place];
      }),
  ];
};

/** The same of what git notes down about commands: addresses as they were typed, and nothing else that is secret. */
export const noteWithoutTokens = (file: string, scratch: string): Copy =>
  copyWithout(file, plainAddresses, scratch);

/** Where the copy is. */
type Copy = string | 'as it is' | 'unreadable';

function copyWithout(file: string, without: (text: string) => string, scratch: string): Copy {
  const text = readIfSmall(file, { mostBytes: LARGEST_CONFIG });
  if (text === undefined) return 'unreadable';
  const plain = without(text);
  if (plain === text) return 'as it is';
  const directory = join(scratch, 'git-config');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const copy = join(directory, hash('sha256', `${file}\0${text}`).slice(0, 24));
  writeFileSync(copy, plain, { mode: 0o600 });
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
