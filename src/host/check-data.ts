import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nearestExisting } from '../engines/files/open/real-path.ts';
import { recordSize } from '../store/audit/audit-file.ts';
import { lookAtAudit, lookAtState } from '../store/look-at.ts';
import { lostInWords, wasStateLost } from './lost-state.ts';

export interface DatabaseCheck {
  readonly path: string;
  /** What is wrong and what to do about it. */
  readonly problem?: string;
}

/** Whether a host could go on with the databases that are there; nothing is changed. */
export const checkDatabases = (dataDir: string): DatabaseCheck[] =>
  Object.entries({ 'toolgate.db': lookAtState, 'audit.db': lookAtAudit }).flatMap(([name, look]) => {
    const path = join(dataDir, name);
    const isThere = existsSync(path);
    try {
      if (isThere) look(path);
      if (look === lookAtState && wasStateLost(path, join(dataDir, 'audit.db')))
        return [{ path, problem: lostInWords(path) }];
      return isThere ? [{ path }] : [];
    } catch (error) {
      return [{ path, problem: error instanceof Error ? error.message : String(error) }];
    }
  });

/** What the record takes on the disk, in words; undefined while there is none. */
export function recordInWords(dataDir: string): string | undefined {
  const path = join(dataDir, 'audit.db');
  if (!existsSync(path)) return undefined;
  const { tableBytes, segments, segmentBytes } = recordSize(path);
  const closed = `, ${inMegabytes(segmentBytes)} of it in ${segments} closed segments`;
  return `the record takes ${inMegabytes(tableBytes + segmentBytes)}${segments === 0 ? '' : closed}`;
}

const inMegabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`;

// About what the first calls of a host need.
const PROBE_BYTES = 65_536;

/**
 * Writes a file into the directory and removes it: a full disk shows in nothing less. One that is not there yet is
 * not made; only whether it could be is looked at.
 */
export function tryToWrite(dataDir: string): void {
  if (!existsSync(dataDir)) {
    accessSync(nearestExisting(dataDir), constants.W_OK);
    return;
  }
  const probe = join(dataDir, `.doctor-${process.pid}`);
  try {
    // Random: zeros take no room where the file system compresses.
    writeFileSync(probe, randomBytes(PROBE_BYTES), { flag: 'wx', mode: 0o600, flush: true });
  } finally {
    rmSync(probe, { force: true });
  }
}
