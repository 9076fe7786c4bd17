import { posix } from 'node:path';
import type { Assessment } from '../../core/call/assessment.ts';
import {
  isBuildFile,
  isConfigFile,
  isProtected,
  isSecretFile,
  isSecretPlace,
} from '../../core/path/sensitive-paths.ts';
import type { Risk } from '../../core/risk.ts';

/** In any home over there: places with keys are recognised by their own names. */
const isSecretOf = (path: string): boolean =>
  isSecretFile(path) ||
  isSecretPlace(path.replace(/^~\//, '/home/user/'), '/home/user') ||
  /^\/etc\/(shadow|gshadow|sudoers)/.test(path);

/** As of a file here: what holds secrets is asked about. */
export function readRisk(path: string): Assessment {
  const name = posix.basename(path);
  if (isSecretOf(path))
    return { risk: 'MEDIUM', reasons: [`${name} looks like it holds secrets`], isSecret: true };
  return isConfigFile(path)
    ? { risk: 'LOW', reasons: [`${name} is a configuration file`] }
    : { risk: 'SAFE', reasons: [] };
}

const SYSTEM = /^\/(bin|boot|dev|etc|lib\w*|proc|root|sbin|sys|usr|var\/(lib|spool))(\/|$)/;

/** A new file is MEDIUM, one that is replaced HIGH; what decides what runs later is CRITICAL. */
export function writeRisk(path: string, isThere: boolean | undefined): Assessment {
  const normal = posix.normalize(path);
  if (isProtected(normal) || SYSTEM.test(normal))
    return { risk: 'CRITICAL', reasons: [`${path} decides what runs or how the machine works`] };
  if (isSecretOf(normal) || isBuildFile(normal))
    return {
      risk: 'HIGH',
      reasons: [`${posix.basename(path)} holds secrets or decides how things are built`],
    };
  if (isThere === false) return { risk: 'MEDIUM', reasons: [`creates ${path}`] };
  return { risk: 'HIGH', reasons: [isThere ? `replaces ${path}` : `may replace ${path}`] };
}

/** A change at a place: what it is by itself, more where it decides what runs or how the machine works. */
export function placeRisk(path: string, risk: Risk, reason: string): Assessment {
  const normal = posix.normalize(path);
  return isProtected(normal) || SYSTEM.test(normal)
    ? { risk: 'CRITICAL', reasons: [`${path} decides what runs or how the machine works`] }
    : { risk, reasons: [reason] };
}

/** One file is HIGH, all of a directory CRITICAL. */
export const deleteRisk = (path: string, recursive: boolean): Assessment =>
  isBuildFile(path) || isSecretOf(path)
    ? { risk: 'CRITICAL', reasons: [`${posix.basename(path)} is not easily replaced`] }
    : placeRisk(
        path,
        recursive ? 'CRITICAL' : 'HIGH',
        recursive ? `deletes all of ${path}` : `deletes ${path}`,
      );

const OTHERS_MAY_WRITE = 0o002;
const SET_ID = 0o6000;

export function chmodRisk({
  path,
  mode,
  recursive,
}: {
  readonly path: string;
  readonly mode: number;
  readonly recursive: boolean;
}): Assessment {
  if (recursive) return { risk: 'CRITICAL', reasons: [`changes the permissions of all of ${path}`] };
  return mode & (OTHERS_MAY_WRITE | SET_ID)
    ? placeRisk(path, 'HIGH', `opens ${path} to everybody, or lets it run as its owner`)
    : placeRisk(path, 'MEDIUM', `changes the permissions of ${path}`);
}
