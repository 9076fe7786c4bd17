import {
  closeSync,
  constants,
  type Dirent,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  watch,
} from 'node:fs';

/** One directory with a watch on it. */
export interface WatchedFolder {
  readonly entries: readonly Dirent[];
  readonly device: number;
  close(): void;
}

interface FolderEvents {
  /** A name came, went or changed; undefined where it is not known which. */
  readonly onChange: (kind: 'rename' | 'change', name: string | undefined) => void;
  /** Events may have been lost. */
  readonly onLoss: () => void;
}

/**
 * Watches first and reads then, so that whatever comes in between is heard of; both through one descriptor, so that
 * they are about the same directory. Undefined where there is no such directory at this very path.
 */
export const watchFolder = (path: string, { onChange, onLoss }: FolderEvents): WatchedFolder | undefined =>
  withFolder(path, (descriptor) => {
    const watcher = watch(descriptor, { persistent: false });
    const stopCounting = onOverflow(onLoss);
    const close = (): void => {
      stopCounting();
      watcher.close();
    };
    watcher.on('change', (kind: 'rename' | 'change', name) => {
      countEvent();
      onChange(kind, typeof name === 'string' ? name : undefined);
    });
    watcher.on('error', onLoss);
    try {
      const entries = readdirSync(descriptor, { withFileTypes: true });
      return { entries, device: statSync(descriptor).dev, close };
    } catch (error) {
      close();
      throw error;
    }
  });

/** What is in a directory that is watched already. */
export const readFolder = (path: string): readonly Dirent[] =>
  withFolder(path, (descriptor) => readdirSync(descriptor, { withFileTypes: true })) ?? [];

/** A directory that is gone, became a link or may not be read has nothing to show, for ripgrep either. */
function withFolder<T>(path: string, use: (descriptor: string) => T): T | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, FOLDER_ONLY);
    const descriptor = `/proc/self/fd/${fd}`;
    return readlinkSync(descriptor) === path ? use(descriptor) : undefined;
  } catch (error) {
    if (NOTHING_THERE.some((code) => isCode(error, code))) return undefined;
    throw error;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

const FOLDER_ONLY = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const NOTHING_THERE = ['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM'];

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/**
 * The kernel drops events when a queue is full, and Node does not pass on that it did. All of them arrive in one turn
 * of the event loop then: half a queue in one turn counts as a loss.
 */
const MOST_PER_TURN = Math.floor(queueLength() / 2);
const losers = new Set<() => void>();
let thisTurn = 0;

function onOverflow(onLoss: () => void): () => void {
  losers.add(onLoss);
  return () => losers.delete(onLoss);
}

function countEvent(): void {
  if (thisTurn++ === 0) setImmediate(() => (thisTurn = 0));
  if (thisTurn === MOST_PER_TURN) for (const onLoss of losers) onLoss();
}

function queueLength(): number {
  try {
    return Number(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8'));
  } catch {
    return 16_384;
  }
}
