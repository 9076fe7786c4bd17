import { posix } from 'node:path';
import { quote } from '../shell/quote.ts';
import { inOrder, type ListOptions, type RemoteEntry, type RemoteListing } from './list-remote.ts';

const TYPES: Readonly<Record<string, RemoteEntry['type']>> = { f: 'file', d: 'directory', l: 'symlink' };

/** One command that tells a whole tree; a name ends with NUL, since it may hold anything else. */
export function findCommand(directory: string, { includeHidden, limit, maxDepth }: ListOptions): string {
  const depth = maxDepth === undefined ? '' : ` -maxdepth ${maxDepth}`;
  const hidden = includeHidden ? '' : ` -name '.*' -prune -o`;
  const format = `'%y/%s/%m/%u/%g/%Ts/%P\\0'`;
  return `find -H ${quote(directory)} -mindepth 1${depth}${hidden} -printf ${format} 2>/dev/null | head -z -n ${limit + 1}`;
}

/** What it printed, as a listing. */
export function readFound(printed: Buffer, directory: string, limit: number): RemoteListing {
  const entries = printed
    .toString('utf8')
    .split('\0')
    .flatMap((record): RemoteEntry[] => {
      const [type = '', size, mode = '', owner = '', group = '', modified, ...names] = record.split('/');
      if (names.length === 0 || names[0] === '') return [];
      const name = names.join('/');
      return [
        {
          name,
          path: posix.join(directory, name),
          type: TYPES[type] ?? 'other',
          size: Number(size),
          mode: mode.padStart(4, '0'),
          owner,
          group,
          modified: new Date(Number(modified) * 1000).toISOString(),
        },
      ];
    });
  return { path: directory, entries: inOrder(entries).slice(0, limit), truncated: entries.length > limit };
}
