import { posix } from 'node:path';
import type { Assessment, RiskJudge } from '../../core/call/assessment.ts';
import { isConfigFile } from '../../core/path/sensitive-paths.ts';
import { highestRisk, isAtLeast, type Risk } from '../../core/risk.ts';
import { together } from './fields.ts';

/** Paths of one host, as the gate judges them. */
export interface HostPaths {
  of(path: string, access: Parameters<RiskJudge['remotePath']>[2]): Assessment;
  isThere(path: string): Promise<boolean | undefined>;
}

export const pathsOn = (host: string, judge: RiskJudge): HostPaths => ({
  of: (path, access) => judge.remotePath(host, path, access),
  isThere: (path) => judge.isThere(host, path),
});

/** As of a file here: what holds secrets is asked about. */
export function readRisk(path: string, paths: HostPaths): Assessment {
  const judged = paths.of(path, 'read');
  return judged.isSecret || !isConfigFile(path)
    ? judged
    : together(judged, { risk: 'LOW', reasons: [`${posix.basename(path)} is a configuration file`] });
}

/** The file, and whom its permissions open it to. */
export async function writeRisk(
  path: string,
  paths: HostPaths,
  { mode = 0 }: { readonly mode?: number | undefined } = {},
): Promise<Assessment> {
  return together(await contentRisk(path, paths), ...openingRisk(path, mode, paths));
}

/** Permissions that something new gets: of weight where they open it to others. */
const openingRisk = (path: string, mode: number, paths: HostPaths): Assessment[] =>
  isOpening(mode) ? [chmodRisk({ path, mode, recursive: false }, paths)] : [];

/** A new file is MEDIUM, one that is replaced HIGH; what decides what runs later is CRITICAL. */
async function contentRisk(path: string, paths: HostPaths): Promise<Assessment> {
  const judged = paths.of(path, 'write');
  if (isAtLeast(judged.risk, 'HIGH')) return judged;
  const isThere = await paths.isThere(path);
  if (isThere === false) return changeRisk(path, paths, 'MEDIUM', `creates ${path}`);
  return changeRisk(path, paths, 'HIGH', isThere ? `replaces ${path}` : `may replace ${path}`);
}

/** A change at a place: what it is by itself, more where it decides what runs or how the machine works. */
export function changeRisk(path: string, paths: HostPaths, risk: Risk, reason: string): Assessment {
  return changed(paths.of(path, 'write'), risk, reason);
}

export const makeRisk = (path: string, paths: HostPaths, mode = 0): Assessment =>
  together(changed(paths.of(path, 'create'), 'MEDIUM', `makes ${path}`), ...openingRisk(path, mode, paths));

/** What the place says goes first where it weighs more. */
const changed = (judged: Assessment, risk: Risk, reason: string): Assessment =>
  isAtLeast(risk, judged.risk) ? { ...judged, risk, reasons: [reason] } : judged;

/** One file is HIGH, all of a directory CRITICAL. */
export function deleteRisk(path: string, recursive: boolean, paths: HostPaths): Assessment {
  const judged = paths.of(path, 'delete');
  return recursive ? changed(judged, 'CRITICAL', `deletes all of ${path}`) : judged;
}

/**
 * Under another name a secret would be read unasked: to move one is to read it. What is moved may be a directory, and
 * what a name in it means may hang on the name of that: below a dot lies how programs are set up.
 */
export function moveRisk(
  { from, to, overwrite }: { readonly from: string; readonly to: string; readonly overwrite: boolean },
  paths: HostPaths,
): Assessment {
  return together(
    changeRisk(from, paths, 'MEDIUM', `moves ${from}`),
    overwrite
      ? changeRisk(to, paths, 'HIGH', `may replace ${to}`)
      : changeRisk(to, paths, 'MEDIUM', `makes ${to}`),
    paths.of(from, 'read'),
    ...[from, to].flatMap((path) => asDirectory(path, paths)),
  );
}

function asDirectory(path: string, paths: HostPaths): Assessment[] {
  const name = posix.basename(path);
  const [read, written] = [paths.of(`${path}/x`, 'read'), paths.of(`${path}/x`, 'write')];
  const isSetUp = name.startsWith('.') || isAtLeast(written.risk, 'HIGH');
  return [
    ...(read.isSecret ? [{ ...read, reasons: [`${name} may hold keys or credentials`] }] : []),
    ...(isSetUp ? [{ risk: highestRisk([written.risk, 'HIGH']), reasons: [`${name} ${SET_UP}`] }] : []),
  ];
}

const SET_UP = 'may hold what decides how programs run or are built';

const OTHERS_MAY_WRITE = 0o002;
const SET_ID = 0o6000;

const isOpening = (mode: number): boolean => (mode & (OTHERS_MAY_WRITE | SET_ID)) !== 0;

interface ModeChange {
  readonly path: string;
  readonly mode: number;
  readonly recursive: boolean;
}

export function chmodRisk({ path, mode, recursive }: ModeChange, paths: HostPaths): Assessment {
  if (recursive) return changeRisk(path, paths, 'CRITICAL', `changes the permissions of all of ${path}`);
  return isOpening(mode)
    ? changeRisk(path, paths, 'HIGH', `opens ${path} to everybody, or lets it run as its owner`)
    : changeRisk(path, paths, 'MEDIUM', `changes the permissions of ${path}`);
}
