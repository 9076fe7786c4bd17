import { posix } from 'node:path';
import type { PathAccess } from '../../../core/call/touch.ts';
import { isInside } from '../../../core/path/paths.ts';
import {
  isBuildFile,
  isProtected,
  isSecretFile,
  isSecretPlace,
  mayHoldTokens,
} from '../../../core/path/sensitive-paths.ts';
import type { PathJudgement } from './judge-path.ts';

/**
 * What reaching this path of a remote host means: an absolute path, and the directories that are the account's own
 * there. The host's whole disk is open to its account, so only what a path is counts, not where it lies.
 */
export function judgeRemotePath(path: string, access: PathAccess, own: readonly string[]): PathJudgement {
  if (access === 'list') return { risk: 'SAFE' };
  const name = posix.basename(path);
  const isSecret = isSecretThere(path, own);
  if (access === 'read')
    return isSecret
      ? { risk: 'MEDIUM', reason: `${name} looks like it holds secrets`, isSecret }
      : { risk: 'SAFE' };
  if (isProtected(path) || isSystem(path, own))
    return { risk: 'CRITICAL', reason: `${path} decides what runs or how the machine works` };
  if (access === 'write' && mayRun(path, own))
    return { risk: 'HIGH', reason: `what is put at ${path} may be run, loaded or served` };
  const isWeighty = access !== 'create' && (isSecret || isBuildFile(path));
  if (access === 'delete')
    return isWeighty
      ? { risk: 'CRITICAL', reason: `${name} is not easily replaced` }
      : { risk: 'HIGH', reason: `deletes ${path}` };
  return isWeighty
    ? { risk: 'HIGH', reason: `${name} holds secrets or decides how things are built` }
    : { risk: 'MEDIUM' };
}

// Other systems have homes below /usr, and /etc below /private.
const SYSTEM =
  /^(\/private)?\/(bin|boot|dev|etc|lib\w*|proc|root|run|sbin|sys|system|usr(?!\/home\/)|var\/(lib|run|spool))(\/|$)/i;
/** An account may have its home there; what lies in it is its own. */
const OPENED = /^\/(root|var\/(lib|spool)\/[^/]+)(\/|$)/;

const isSystem = (path: string, own: readonly string[]): boolean =>
  SYSTEM.test(path) && !own.some((directory) => OPENED.test(directory) && isInside(path, [directory]));

/**
 * Below a dot in a home lies how programs are set up and what they load; programs are found in any `bin`, and web servers run
 * what they find. Which program looks where is nothing anybody can list.
 */
const mayRun = (path: string, own: readonly string[]): boolean =>
  /\/(s?bin|www|public_html|htdocs|cgi-bin)\//i.test(path) ||
  /^\/srv\/http\//.test(path) ||
  [...path.matchAll(/\/(?=\.)/g)].some(({ index }) => isHome(path.slice(0, index), own));

const isHome = (path: string, own: readonly string[]): boolean => HOME.test(path) || own.includes(path);

const KEYS_OF_THE_MACHINE =
  /^(\/private)?\/etc\/(g?shadow|sudoers|master\.passwd|ssl\/private\/|ssh\/ssh_host_\w+_key$)/i;
const HOME = /^(\/(home|Users|usr\/home|var\/lib)\/[^/]+|\/root)$/;
/** Any home: only what stands below it is compared. */
const SOME_HOME = '/home/user';

const isSecretThere = (path: string, own: readonly string[]): boolean =>
  isSecretFile(path) ||
  mayHoldTokens(path) ||
  isSecretPlace(path, SOME_HOME) ||
  KEYS_OF_THE_MACHINE.test(path) ||
  belowDots(path).some(
    ([above, below]) =>
      isSecretPlace(`${SOME_HOME}/${below}`, SOME_HOME) &&
      (!OF_A_PROJECT.test(below) || HOME.test(above) || own.includes(above)),
  );

/** Whose homes are where is not known there: any directory may be one, but projects have a `.docker` of their own. */
const OF_A_PROJECT = /^\.docker\/(?!config\.json$)/i;

/** The path in two, before each name that starts with a dot. */
const belowDots = (path: string): [string, string][] =>
  [...path.matchAll(/\/(?=\.)/g)].map(({ index }) => [path.slice(0, index), path.slice(index + 1)]);
