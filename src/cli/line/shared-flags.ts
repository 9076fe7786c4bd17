import { MODES } from '../../core/call/caller.ts';
import { LOG_LEVELS } from '../../core/log.ts';
import { PACK_NAMES, type Pack, packsMeant } from '../../core/tool/packs.ts';
import { choiceFlag, type Flag, listFlag, oneOf, switchFlag, textFlag, type Values } from './flag.ts';

export const PROFILES = ['full', 'core', 'lean'] as const;

export const packsIn = (what: string, lists: readonly string[]): Pack[] =>
  packsMeant(lists.flatMap((list) => list.split(',')).map((pack) => oneOf(what, pack.trim(), PACK_NAMES)));

const packs: Flag<readonly Pack[] | undefined> = {
  ...listFlag('pack', {
    value: 'A,B',
    takes: 'packs with commas between them, like filesystem,git',
    about: 'offer only these packs of tools; compat adds the older names of tools',
  }),
  choices: PACK_NAMES,
  read: (lists) => (lists.length === 0 ? undefined : packsIn('--pack', lists)),
};

/** What every command takes: which directories are open, where the data is, what is in force, how it is printed. */
export const SHARED_FLAGS = {
  roots: listFlag('root', {
    value: 'DIR',
    takes: 'a directory',
    about: 'open this directory to tools (repeatable); stdio opens the current one by default',
  }),
  mode: choiceFlag('mode', MODES, 'what runs without a question; the default is execute_with_confirm'),
  packs,
  profile: choiceFlag(
    'profile',
    PROFILES,
    'core: a small set of tools; lean: a dozen, and two that find and call the others',
  ),
  dataDir: textFlag('data-dir', {
    value: 'DIR',
    takes: 'a directory',
    about: 'where Toolgate keeps its data (default ~/.toolgate)',
  }),
  config: textFlag('config', {
    value: 'FILE',
    takes: 'a file',
    about: 'read this file instead of ~/.toolgate/config.json',
  }),
  inProcess: switchFlag('in-process', 'run the host in this process (stdio only)'),
  logLevel: choiceFlag('log-level', LOG_LEVELS, 'what is logged to stderr'),
  json: switchFlag('json', 'print the result as JSON'),
  help: switchFlag('help', 'explain the command', 'h'),
  version: switchFlag('version', 'print the version', 'v'),
};

export type SharedFlags = Values<typeof SHARED_FLAGS>;
