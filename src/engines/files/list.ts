import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import { withOpened } from './open-inside.ts';

export interface ListOptions {
  readonly recursive: boolean;
  readonly includeHidden: boolean;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface Entry {
  readonly name: string;
  readonly path: string;
  readonly type: 'file' | 'directory' | 'symlink' | 'other';
  readonly size: number;
  readonly modified: string;
}

export interface Listing {
  readonly entries: readonly Entry[];
  readonly truncated: boolean;
  readonly nextCursor?: string;
}

/** Lists in a fixed order, so that a cursor is just the last path of the page before. */
export function listDirectory(path: string, roots: readonly string[], options: ListOptions): Listing {
  const after = options.cursor === undefined ? undefined : decodeCursor(options.cursor);
  const page: Found[] = [];
  for (const found of walk(path, roots, options)) {
    if (after !== undefined && found.key <= after) continue;
    page.push(found);
    if (page.length > options.limit) break;
  }
  const truncated = page.length > options.limit;
  const shown = truncated ? page.slice(0, options.limit) : page;
  const last = shown.at(-1);
  return {
    entries: shown.flatMap(({ relative }) => describe(join(path, relative), relative)),
    truncated,
    ...(truncated && last !== undefined && { nextCursor: encodeCursor(last.key) }),
  };
}

interface Found {
  readonly relative: string;
  /** A directory's key ends with "/": what lies below it then follows it in plain string order. */
  readonly key: string;
}

function* walk(path: string, roots: readonly string[], options: ListOptions, prefix = ''): Generator<Found> {
  const children = childrenOf(join(path, prefix), roots, options).map((entry) => ({
    relative: join(prefix, entry.name),
    key: entry.isDirectory() ? `${join(prefix, entry.name)}/` : join(prefix, entry.name),
    isDirectory: entry.isDirectory(),
  }));
  for (const child of children.sort((a, b) => (a.key < b.key ? -1 : 1))) {
    yield child;
    if (options.recursive && child.isDirectory) yield* walk(path, roots, options, child.relative);
  }
}

function childrenOf(path: string, roots: readonly string[], { includeHidden }: ListOptions): Dirent[] {
  const entries = withOpened(path, roots, ({ fd, stats }) => {
    if (!stats.isDirectory()) {
      throw new ToolError('VALIDATION', `${path} is not a directory`, { hint: 'Use read_file.' });
    }
    // Through the descriptor, so that a swapped name cannot redirect the listing.
    return readdirSync(process.platform === 'linux' ? `/proc/self/fd/${fd}` : path, { withFileTypes: true });
  });
  return includeHidden ? entries : entries.filter((entry) => !entry.name.startsWith('.'));
}

function describe(path: string, name: string): Entry[] {
  try {
    const stats = lstatSync(path);
    const type = stats.isFile()
      ? 'file'
      : stats.isDirectory()
        ? 'directory'
        : stats.isSymbolicLink()
          ? 'symlink'
          : 'other';
    return [{ name, path, type, size: stats.size, modified: stats.mtime.toISOString() }];
  } catch {
    // Deleted between the listing and the look at it: it is not there any more.
    return [];
  }
}

const encodeCursor = (key: string): string => Buffer.from(key).toString('base64url');
const decodeCursor = (cursor: string): string => Buffer.from(cursor, 'base64url').toString();
