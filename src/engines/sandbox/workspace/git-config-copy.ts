import { join } from 'node:path';
import { type ConfigView, readGitConfig } from '../../../core/git/git-config.ts';
import { isInside } from '../../../core/path/paths.ts';
import { readIfSmall } from '../../files/open/regular-file.ts';
import { keptCopy } from '../kept-copy.ts';
import { isHarmlessSetting } from '../machine/settings/plain-git-config.ts';
import { plainValue } from '../machine/settings/plain-value.ts';
import { existing } from './existing-places.ts';
import { type Mask, masksOver } from './masks.ts';

/** Word by word: a pattern over all of the text could be held up by one that was made for it. */
const plainAddresses = (text: string): string =>
  text.includes('://') ? text.replace(/[^\s"]+/g, plainAddress) : text;

/**
 * Without the `user:token@` of `https://user:token@host/path?token`, up to the last `@` since a password may hold one, and
 * without the query. `ssh://git@` is everybody's.
 */
function plainAddress(word: string): string {
  const start = word.indexOf('://') + '://'.length;
  if (start < '://'.length) return word;
  const login = word.lastIndexOf('@');
  const isLogin = login >= start && word.slice(start, login) !== 'git';
  const [address = ''] = word.slice(isLogin ? login + 1 : start).split('?', 1);
  return `${word.slice(0, start)}${address}`;
}

/** Of repositories with thousands of branches. */
export const LARGEST_CONFIG = 8 * 1024 * 1024;
/** To write one anew takes longer than to read it. */
const LARGEST_SHOWN = 2 * 1024 * 1024;

/** How much of configurations one look may still read. */
export interface ConfigBudget {
  bytes: number;
}

export const configBudget = (): ConfigBudget => ({ bytes: 2 * LARGEST_CONFIG });

/**
 * A run that may see no secret gets the file without the tokens and passwords in it, or without anything where it cannot
 * be read. `visible`: where a link leads to that the run sees as well.
 */
export function configMasks(
  config: string,
  visible: readonly string[],
  budget: ConfigBudget = configBudget(),
): Mask[] {
  const { files, directories } = existing([config]);
  return [
    ...masksOver({ files: [], directories }),
    ...files
      .filter((place) => isInside(place, visible))
      .flatMap((place) => maskWithout(place, withoutTokens, budget)),
  ];
}

/** The same of what git notes down about commands: addresses as they were typed, and nothing else that is secret. */
export const noteMasks = (file: string): Mask[] => maskWithout(file, plainAddresses);

/** None where there is nothing to take out. */
function maskWithout(
  place: string,
  without: (text: string) => string,
  budget: ConfigBudget = configBudget(),
): Mask[] {
  const text = readConfig(place, budget, { mostBytes: LARGEST_SHOWN });
  if (text === undefined) return [{ place, isDirectory: false }];
  const plain = without(text);
  if (plain === text) return [];
  return [{ place, isDirectory: false, copy: (scratch) => keptCopy(join(scratch, 'git-config'), plain) }];
}

/** Undefined where it cannot be read, or is too much. */
export function readConfig(
  path: string,
  budget: ConfigBudget,
  { followsLink = false, mostBytes = LARGEST_CONFIG } = {},
): string | undefined {
  const text = readIfSmall(path, { followsLink, mostBytes: Math.max(0, Math.min(mostBytes, budget.bytes)) });
  budget.bytes -= text?.length ?? 0;
  return text;
}

/** An unreadable one is shown as an empty one. */
function withoutTokens(text: string): string {
  const reading = readGitConfig(text, REPOSITORY);
  return reading?.isWhole ? text : (reading?.shown ?? '');
}

/** Without these git would answer wrong about files that it changes on their way, or would not know a command. */
const NEEDED_SECTION = /^(filter|diff|merge|alias|include|includeif)$/;
/** Editors and other tools note down things like `vscode-merge-base` here. */
const NOTED_SECTION = /^(branch|remote|submodule)$/;
const isCommandOrAddress = (section: string): boolean =>
  NEEDED_SECTION.test(section) || NOTED_SECTION.test(section) || section === 'url';

const SECRET_WORD = /header|token|pass|secret|auth|cookie|key|credential/i;

const REPOSITORY: ConfigView = {
  about: plainAddresses,
  setting: (section, key, value) => {
    if (!isShown(section, key, value)) return undefined;
    const shown = value && (isCommandOrAddress(section) ? plainAddresses(value) : plainValue(value));
    return value !== undefined && shown === undefined
      ? undefined
      : { ...(shown !== undefined && { value: shown }) };
  },
};

function isShown(section: string, key: string, value = ''): boolean {
  if (NEEDED_SECTION.test(section)) return !SECRET_WORD.test(`${key} ${value}`);
  if (NOTED_SECTION.test(section) && key.includes('-')) return !SECRET_WORD.test(`${key} ${value}`);
  return isHarmlessSetting(section, key);
}
