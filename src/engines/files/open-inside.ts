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
import { ToolError } from '../../core/errors.ts';
import { isInside, outsideRoot } from '../../core/paths.ts';

export interface Opened {
  readonly fd: number;
  readonly stats: Stats;
  /** Where the descriptor really points, links resolved. */
  readonly realPath: string;
}

/**
 * Opens first, then asks the descriptor where it points: a name that is checked before it is opened
 * can be swapped in between. O_NONBLOCK keeps a FIFO from hanging the call.
 */
function openInside(path: string, roots: readonly string[]): Opened {
  const fd = openOrExplain(path);
  try {
    const stats = fstatSync(fd);
    const realPath = truePath(fd, path, stats);
    if (!isInside(realPath, roots)) throw outsideRoot(path, roots);
    return { fd, stats, realPath };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Runs `use` with the opened path and closes it afterwards, whatever happens. */
export function withOpened<T>(path: string, roots: readonly string[], use: (opened: Opened) => T): T {
  const opened = openInside(path, roots);
  try {
    return use(opened);
  } finally {
    closeSync(opened.fd);
  }
}

function openOrExplain(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch (error) {
    // Sound: openSync throws nothing but errno exceptions.
    const { code } = error as NodeJS.ErrnoException;
    const [toolCode, message] =
      OPEN_ERRORS[code ?? ''] ?? (['EXEC_FAILED', `cannot be opened (${code})`] as const);
    throw new ToolError(toolCode, `${path} ${message}`, { cause: error });
  }
}

const OPEN_ERRORS: Readonly<
  Record<string, readonly ['NOT_FOUND' | 'PERMISSION_DENIED' | 'VALIDATION', string]>
> = {
  ENOENT: ['NOT_FOUND', 'does not exist'],
  ENOTDIR: ['NOT_FOUND', 'does not exist: a part of the path is a file'],
  EACCES: ['PERMISSION_DENIED', 'is not readable for this user'],
  EPERM: ['PERMISSION_DENIED', 'is not readable for this user'],
  ELOOP: ['VALIDATION', 'is a loop of symbolic links'],
  ENAMETOOLONG: ['VALIDATION', 'is longer than a path may be'],
  ENXIO: ['VALIDATION', 'is a socket, not a file'],
};

function truePath(fd: number, path: string, stats: Stats): string {
  if (process.platform === 'linux') return readlinkSync(`/proc/self/fd/${fd}`);
  // Without /proc the name is resolved again and compared with what was opened; a small race remains.
  const realPath = realpathSync(path);
  const again = statSync(realPath);
  if (again.ino === stats.ino && again.dev === stats.dev) return realPath;
  throw new ToolError('CONFLICT', `${path} changed while it was opened`, { hint: 'Try again.' });
}
