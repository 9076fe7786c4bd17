import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import type { PathAccess } from '../../../core/call/touch.ts';
import { ToolError } from '../../../core/errors.ts';
import { fileError } from '../file-error.ts';
import { type DiskPath, LOOK_ONLY } from './entry-name.ts';
import { checkRealPath, type Reach } from './reach.ts';

export interface Opened {
  readonly fd: number;
  readonly stats: Stats;
  /** Where the descriptor really points, links resolved. */
  readonly realPath: string;
}

interface OpenOptions {
  readonly access?: PathAccess;
  /** How the system reaches it, where that is not by its path. */
  readonly via?: DiskPath;
  readonly flags?: number;
}

const TO_READ = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/**
 * Opens first, then asks the descriptor where it points: a name that is checked before it is opened can be swapped in
 * between. O_NONBLOCK keeps a FIFO from hanging the call.
 */
export function openInside(path: string, reach: Reach, options: OpenOptions = {}): Opened {
  const { flags: more = 0 } = options;
  const flags = more & LOOK_ONLY ? more : TO_READ | more;
  const via = options.via ?? path;
  const fd = openOrExplain(path, via, flags, reach);
  try {
    const stats = fstatSync(fd);
    const realPath = truePath(fd, via, stats);
    checkRealPath(path, realPath, options.access ?? 'read', reach);
    return { fd, stats, realPath };
  } catch (error) {
    closeSync(fd);
    throw fileError(error, path, reach.roots);
  }
}

/** Runs `use` with the opened path and closes it afterwards, whatever happens. */
export function withOpened<T>(
  path: string,
  reach: Reach,
  use: (opened: Opened) => T,
  options: OpenOptions = {},
): T {
  const opened = openInside(path, reach, options);
  try {
    return use(opened);
  } finally {
    closeSync(opened.fd);
  }
}

function openOrExplain(path: string, via: DiskPath, flags: number, { roots }: Reach): number {
  try {
    return openSync(via, flags);
  } catch (error) {
    throw fileError(error, path, roots);
  }
}

function truePath(fd: number, path: DiskPath, stats: Stats): string {
  if (process.platform === 'linux') return readlinkSync(`/proc/self/fd/${fd}`);
  // Without /proc the name is resolved again and compared with what was opened; a small race remains.
  const realPath = realpathSync(path);
  const again = statSync(realPath);
  if (again.ino === stats.ino && again.dev === stats.dev) return realPath;
  throw new ToolError('CONFLICT', `${path} changed while it was opened`, {
    retryable: true,
    hint: 'Try again.',
  });
}
