import { basename } from 'node:path';
import type { PathAccess } from '../../../core/call/touch.ts';
import { mayMatchGlob } from '../../../core/path/match-glob.ts';
import { isInside } from '../../../core/path/paths.ts';
import {
  holdsSecretPlaces,
  isBuildFile,
  isProtected,
  isSecretFile,
  isSecretGlob,
  isSecretPlace,
  isStartUpFile,
} from '../../../core/path/sensitive-paths.ts';
import { ACCESSES, type Access } from '../../../core/process/sandbox.ts';
import type { Risk } from '../../../core/risk.ts';
import { spend, TooLong } from '../budget.ts';
import { known, type Origin, type Value } from '../parse/words.ts';
import { type Place, pathsOf } from '../place.ts';
import { judgeDevice } from './judge-device.ts';

export interface PathJudgement {
  readonly risk: Risk;
  readonly reason?: string;
  /** No approval helps. */
  readonly isForbidden?: boolean;
  /** It controls what runs later: file tools do not change it, with or without an approval. */
  readonly isProtected?: boolean;
  readonly isSecret?: boolean;
  /** An ordinary file in an open directory, which is written. */
  readonly writes?: string;
  /** It leads to another machine. */
  readonly isNetwork?: boolean;
  /** What a command needs to reach it. */
  readonly needs?: readonly Access[];
}

const SAFE: PathJudgement = { risk: 'SAFE' };

/** What reaching this path means. */
export function judgePath(given: Value, access: PathAccess, place: Place): PathJudgement {
  spend(place.cwds.length);
  const value: Value = given.isNumber ? { ...given, isKnown: false, origin: 'fact' } : given;
  // Which file it is was not looked at.
  const isOne = value.isKnown && !value.alternatives;
  if (place.notes && access === 'read' && (!isOne || value.isGlob)) place.notes.isImpure = true;
  // What is known of the path may be all there is to it: the rest can be nothing at all.
  if (!value.isKnown)
    return [value.text, ...(value.alternatives ?? [])]
      .filter((text) => text !== '')
      .map((text) => judgePath(known(text), access, place))
      .reduce(worse, judgeUnknown(withoutUp(value), access));
  if (value.alternatives) return judgeEach(value, value.alternatives, access, place);
  const paths = pathsOf(value.text, place);
  if (!paths)
    return {
      risk: access === 'read' || access === 'list' ? 'MEDIUM' : 'CRITICAL',
      reason: `Where "${value.text}" is can only be told at run time`,
      needs: access === 'read' || access === 'list' ? [] : ['write'],
    };
  for (const path of paths) place.reached?.add(path);
  if ((place.reached?.size ?? 0) > MOST_PATHS) throw new TooLong();
  const [first = SAFE, ...others] = paths.map((path) => {
    const judged = judgeKnown(path, access, place, value);
    const needs = needsFor(judged, path, access, place);
    return needs.length === 0 ? judged : { ...judged, needs };
  });
  if (others.length === 0) return first;
  // Where it may be one of several, it is not said which.
  const { writes: _, ...judged } = others.reduce(worse, first);
  return judged;
}

/** Where it may be one of several, it is not said which is written. */
function judgeEach(
  { alternatives: _, ...value }: Value,
  texts: readonly string[],
  access: PathAccess,
  place: Place,
): PathJudgement {
  const all = texts.map((text) => judgePath({ ...value, text }, access, place));
  const { writes: _writes, ...judged } = all.reduce(worse, SAFE);
  const needs = ACCESSES.filter((one) => all.some((each) => each.needs?.includes(one)));
  return {
    ...judged,
    ...(all.some(({ isSecret }) => isSecret) && { isSecret: true }),
    ...(all.some(({ isNetwork }) => isNetwork) && { isNetwork: true }),
    needs,
  };
}

/** Each is compared with rules, and looked for on the disk. */
const MOST_PATHS = 5000;

/** A run that is locked in has a directory for temporary files of its own, and sees system files. */
function needsFor(
  { risk, isSecret, isNetwork }: PathJudgement,
  path: string,
  access: PathAccess,
  { roots }: Place,
): Access[] {
  if (risk === 'SAFE' || isNetwork) return [];
  const isRead = access === 'read' || access === 'list';
  if (isRead && isSecret) return ['secrets'];
  if (isInside(path, roots)) return isRead ? [] : ['write'];
  if (isInside(path, SCRATCH) || (isRead && risk === 'LOW')) return [];
  return isRead ? ['host'] : ['write', 'host'];
}

const ORDER: readonly Risk[] = ['SAFE', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];
const worse = (a: PathJudgement, b: PathJudgement): PathJudgement =>
  b.isForbidden || (!a.isForbidden && ORDER.indexOf(b.risk) > ORDER.indexOf(a.risk)) ? b : a;

/** What is listed lies in the project; what lies above it does not, where it is a link. */
const withoutUp = (value: Value): Value =>
  value.origin === 'listed' && /(^|\/)\.\.(\/|$)/.test(value.text) ? { ...value, origin: 'open' } : value;

const READ_BY_ORIGIN: Readonly<Record<Origin, Risk>> = {
  fact: 'LOW',
  listed: 'SAFE',
  unset: 'MEDIUM',
  file: 'LOW',
  secret: 'MEDIUM',
  open: 'MEDIUM',
  hidden: 'HIGH',
};

// What is listed lies in the project, like a file that is named; a fact is no path that matters; what is unset adds
// nothing to the rest of the path, which is judged by itself.
const WRITE_BY_ORIGIN: Readonly<Record<Origin, Risk>> = {
  fact: 'MEDIUM',
  listed: 'MEDIUM',
  unset: 'MEDIUM',
  file: 'HIGH',
  secret: 'HIGH',
  open: 'HIGH',
  hidden: 'CRITICAL',
};

function judgeUnknown({ origin }: Value, access: PathAccess): PathJudgement {
  if (origin === 'secret' && access === 'read')
    return {
      risk: READ_BY_ORIGIN[origin],
      reason: 'reads files that look like they hold secrets',
      isSecret: true,
      needs: ['secrets'],
    };
  if (access === 'read' || access === 'list')
    return {
      risk:
        access === 'list' && origin === 'hidden'
          ? 'MEDIUM'
          : READ_BY_ORIGIN[origin === 'secret' ? 'listed' : origin],
      reason: 'Which file it reads is only known at run time',
    };
  if (access === 'delete')
    return { risk: 'CRITICAL', reason: 'What it deletes is only known at run time', needs: ['write'] };
  return {
    risk: access === 'create' ? 'MEDIUM' : WRITE_BY_ORIGIN[origin],
    reason: 'Which file it writes is only known at run time',
    needs: ['write'],
  };
}

function judgeKnown(named: string, access: PathAccess, place: Place, { isGlob, text }: Value): PathJudgement {
  // Another name of the same tree.
  const path = named.replace(/^\/proc\/[^/]+\/root(?=\/|$)/, '') || '/';
  const device = judgeDevice(path, access);
  if (device) return device;
  if (isInside(path, [place.dataDir, ...(place.ownPlaces ?? [])]))
    return { risk: 'CRITICAL', reason: `${path} is Toolgate's own data`, isForbidden: true };
  if (access === 'delete' && isWholePlace(isGlob ? beforeGlob(path) : path, place))
    return { risk: 'CRITICAL', reason: `${path} would be wiped`, isForbidden: true };
  const isOpen = isInside(path, place.roots);
  if (access === 'read' && isGlob && isSecretGlob(basename(path))) {
    return {
      risk: isOpen ? 'MEDIUM' : 'HIGH',
      reason: `${basename(path)} may find files with secrets`,
      isSecret: true,
    };
  }
  if (isGlob && !isOpen && mayFind(path, place.restrictedPaths))
    return { risk: 'HIGH', reason: `${path} may find files in a restricted path` };
  if (access === 'read' || access === 'list') return judgeRead(path, access, place, isOpen);
  if (isProtected(path))
    return { risk: 'CRITICAL', reason: `${path} controls what runs later`, isProtected: true };
  const why = isOpen ? place.whyProtected?.(path, access) : undefined;
  if (why !== undefined)
    return { risk: 'CRITICAL', reason: `${path} controls what runs later (${why})`, isProtected: true };
  if (access === 'delete' && place.roots.some((root) => isInside(root, [path])))
    return { risk: 'CRITICAL', reason: `${path} is the open directory itself`, isProtected: true };
  if (access === 'delete' && /^\.{1,2}\/?$/.test(text))
    return { risk: 'CRITICAL', reason: `${path} is named only as "${text}"` };
  if (access === 'delete') return judgeDelete(path, isOpen, isGlob);
  const judged = judgeWrite(path, place, isOpen);
  // A directory may have any name that is not protected; what is put into it is asked about by itself.
  return access === 'create' && isOpen && judged.risk !== 'CRITICAL' ? SAFE : judged;
}

/** `/e*c/passwd` finds what lies in /etc. */
const mayFind = (glob: string, places: readonly string[]): boolean =>
  places.some((place) => mayMatchGlob(place, glob.split('/').slice(0, place.split('/').length).join('/')));

// `/*` and `~/.*` leave the directory itself, which is no comfort.
const beforeGlob = (path: string): string => path.replace(/\/[^/]*[*?[].*$/s, '') || '/';

/** The root directory, a home, or what lies above one of our roots. */
const isWholePlace = (path: string, { home }: Place): boolean =>
  path === '/' ||
  path === home ||
  path === '/home' ||
  path === '/root' ||
  /^\/(bin|boot|dev|etc|lib|lib64|opt|proc|sbin|srv|sys|usr|var|Users|System|Library)$/.test(path) ||
  /^\/(home|Users)\/[^/]+$/.test(path);

// Facts about the machine that programs and people look up all day.
const PUBLIC_FACTS =
  /^(\/proc\/(cpuinfo|meminfo|version|uptime|loadavg|stat|filesystems|mounts|self\/(status|limits|mounts|cgroup))|\/etc\/(os-release|lsb-release|debian_version|hostname|timezone|shells|hosts|services|protocols|resolv\.conf|redhat-release|alpine-release|ssl\/certs(\/.*)?|ca-certificates(\/.*)?)|\/usr\/(share|include|lib|local\/(share|include|lib))(\/.*)?|\/(usr\/)?(local\/)?s?bin(\/.*)?|\/sys\/class\/.*|\/opt(\/.*)?)$/;

/** Whole places of every machine, in which much is open to all; what a person adds to them is meant as it is written. */
const USUALLY_RESTRICTED = ['/etc', '/sys', '/root', '/boot'];

/** Our own home, and that of another user in which the path lies. */
const homesAround = (path: string, { home }: Place): string[] => [
  home,
  ...(/^(\/(home|Users)\/[^/]+|\/root)(?=\/|$)/.exec(path)?.slice(0, 1) ?? []),
];

function judgeRead(path: string, access: PathAccess, place: Place, isOpen: boolean): PathJudgement {
  const homes = homesAround(path, place);
  if (homes.some((home) => isSecretPlace(path, home)))
    return { risk: 'HIGH', reason: `${path} holds keys or credentials`, isSecret: true };
  if (access === 'read' && isSecretFile(path))
    return {
      risk: isOpen ? 'MEDIUM' : 'HIGH',
      reason: `${basename(path)} looks like it holds secrets`,
      isSecret: true,
    };
  if (
    isInside(
      path,
      place.restrictedPaths.filter((one) => !USUALLY_RESTRICTED.includes(one)),
    )
  )
    return { risk: access === 'list' ? 'MEDIUM' : 'HIGH', reason: `${path} is a restricted path` };
  if (isOpen || isInside(path, place.outputs ?? [])) return SAFE;
  if (access === 'read' && homes.some((home) => holdsSecretPlaces(path, home)))
    return { risk: 'HIGH', reason: `${path} contains keys or credentials` };
  if (PUBLIC_FACTS.test(path)) return { risk: 'LOW', reason: `${path} is outside the roots` };
  // Names of files alone are no secret there.
  if (isInside(path, place.restrictedPaths))
    return { risk: access === 'list' ? 'MEDIUM' : 'HIGH', reason: `${path} is a restricted path` };
  return { risk: 'MEDIUM', reason: `${path} is outside the roots` };
}

function judgeDelete(path: string, isOpen: boolean, isGlob: boolean): PathJudgement {
  if (isGlob) return { risk: 'CRITICAL', reason: `${path} may match more than intended` };
  if (!isOpen && isInside(path, SCRATCH) && !SCRATCH.includes(path))
    return { risk: 'HIGH', reason: `deletes ${path}` };
  if (!isOpen) return { risk: 'CRITICAL', reason: `${path} is outside the roots` };
  if (isBuildFile(path) || isSecretFile(path))
    return { risk: 'CRITICAL', reason: `${basename(path)} is hard to replace` };
  return { risk: 'HIGH', reason: `deletes ${path}` };
}

/** Where anybody can put a file. */
export const SCRATCH = ['/tmp', '/var/tmp', '/private/tmp', '/dev/shm'];

function judgeWrite(path: string, place: Place, isOpen: boolean): PathJudgement {
  if (homesAround(path, place).some((home) => isSecretPlace(path, home)))
    return { risk: 'CRITICAL', reason: `${path} holds keys or credentials`, isProtected: true };
  if (!isOpen && isStartUpFile(path, place.home))
    return { risk: 'CRITICAL', reason: `${path} controls what programs do from now on` };
  if (!isOpen && isInside(path, SCRATCH)) return { risk: 'MEDIUM', reason: `writes ${path}` };
  if (!isOpen && (isInside(path, place.restrictedPaths) || !isInside(path, [place.home])))
    return { risk: 'CRITICAL', reason: `${path} is outside the roots` };
  if (!isOpen) return { risk: 'HIGH', reason: `${path} is outside the roots` };
  if (isBuildFile(path) || isSecretFile(path))
    return { risk: 'HIGH', reason: `${basename(path)} controls how the project is built or run` };
  return { risk: 'MEDIUM', reason: `writes ${path}`, writes: path };
}
