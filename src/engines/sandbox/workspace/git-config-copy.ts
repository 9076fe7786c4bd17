import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readIfSmall } from './read-if-small.ts';

const SECRET_WORD = /header|token|pass|secret|auth|cookie|apikey|credential/i;
/** `https://user:token@host`. */
const ADDRESS = /(:\/\/)[^/\s"'@]+@/g;
/** Their values are names of branches, files and addresses, whatever words are in those. */
const NAMES_ONLY = /^(branch|remote|submodule|core|extensions)$/i;

/** Whether a configuration of git holds something to hide. */
export const holdsTokens = (config: string): boolean => {
  const text = readIfSmall(config);
  return text !== undefined && withoutTokens(text) !== text;
};

/** A run that may see no secret gets the file without the tokens and passwords in it. */
export const gitConfigWithoutTokens = (config: string, scratch: string): string | undefined =>
  copyWithout(config, withoutTokens, scratch);

/** The same of what git notes down about commands: addresses as they were typed, and nothing else that is secret. */
export const gitNotesWithoutTokens = (file: string, scratch: string): string | undefined =>
  copyWithout(file, (text) => text.replace(ADDRESS, '$1'), scratch);

function copyWithout(file: string, without: (text: string) => string, scratch: string): string | undefined {
  const text = readIfSmall(file);
  if (text === undefined) return undefined;
  const plain = without(text);
  if (plain === text) return undefined;
  const directory = join(scratch, 'git-config');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const copy = join(directory, hash('sha256', `${file}\0${text}`).slice(0, 24));
  writeFileSync(copy, plain, { mode: 0o600 });
  return copy;
}

function withoutTokens(text: string): string {
  let section = '';
  let before = { goesOn: false, isLeftOut: false };
  return text
    .replace(ADDRESS, '$1')
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
