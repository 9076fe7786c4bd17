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
  const above = directory === '/' ? '/' : `${directory}/`;
  const told = timeTeller();
  const entries = printed
    .toString('utf8')
    .split('\0')
    .flatMap((record): RemoteEntry[] => {
      const found = RECORD.exec(record);
      if (!found) return [];
      const [, type = '', size, mode = '', owner = '', group = '', modified, name = ''] = found;
      return [
        {
          name,
          path: `${above}${name}`,
          type: TYPES[type] ?? 'other',
          size: Number(size),
          mode: mode.padStart(4, '0'),
          owner,
          group,
          modified: told(Number(modified)),
        },
      ];
    });
  return { path: directory, entries: inOrder(entries).slice(0, limit), truncated: entries.length > limit };
}

const RECORD = /^(.)\/(\d+)\/(\d+)\/([^/]*)\/([^/]*)\/(-?\d+)\/(.+)$/s;

/** Files of a tree often have the same second, and a date costs more than the rest of a record. */
function timeTeller(): (seconds: number) => string {
  let last = Number.NaN;
  let text = '';
  return (seconds) => {
    if (seconds !== last) text = new Date(seconds * 1000).toISOString();
    last = seconds;
    return text;
  };
}
