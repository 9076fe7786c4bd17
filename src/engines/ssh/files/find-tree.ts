import { quote } from '../shell/quote.ts';
import { inOrder, type ListOptions, type RemoteEntry, type RemoteListing } from './list-remote.ts';

const TYPES: Readonly<Record<string, RemoteEntry['type']>> = { f: 'file', d: 'directory', l: 'symlink' };

/** A path has 4096 bytes at most, and two names stand before it. */
const LONGEST_RECORD = 8192;
/** Paths of 300 bytes for all that may be asked for. A listing that is longer ends here, and says that there is more. */
const MOST_BYTES = 16_777_216;

/** One command that tells a whole tree; a name ends with NUL, since it may hold anything else. */
export function findCommand(directory: string, { includeHidden, limit, maxDepth }: ListOptions): string {
  const depth = maxDepth === undefined ? '' : ` -maxdepth ${maxDepth}`;
  const hidden = includeHidden ? '' : ` -name '.*' -prune -o`;
  const format = `'%y/%s/%m/%u/%g/%Ts/%P\\0'`;
  return `find -H ${quote(directory)} -mindepth 1${depth}${hidden} -printf ${format} 2>/dev/null | head -z -n ${limit + 1}`;
}

/** Reads what it prints as it comes. A machine may print more than it was asked for, and print it without end. */
export function createFoundReader(directory: string, limit: number) {
  const entryIn = entryReader(directory);
  const entries: RemoteEntry[] = [];
  let [records, bytes] = [0, 0];
  let held: Buffer = Buffer.alloc(0);
  return {
    /** False where nothing more is wanted. */
    take: (piece: Buffer): boolean => {
      bytes += piece.length;
      const all = held.length === 0 ? piece : Buffer.concat([held, piece]);
      let from = 0;
      for (let end = all.indexOf(0); end !== -1 && records <= limit; end = all.indexOf(0, from)) {
        const entry = entryIn(all.toString('utf8', from, end));
        if (entry) entries.push(entry);
        records++;
        from = end + 1;
      }
      // One more than is shown says that there are more. What comes behind it was not asked for.
      if (records > limit) return from === all.length;
      if (all.length - from > LONGEST_RECORD) throw new Error('a record that does not end');
      held = Buffer.from(all.subarray(from));
      return bytes <= MOST_BYTES;
    },
    /** What came first of it, in order. */
    listing: async (): Promise<RemoteListing> => ({
      path: directory,
      entries: (await inOrder(entries)).slice(0, limit),
      truncated: records > limit || bytes > MOST_BYTES,
    }),
  };
}

const RECORD = /^(.)\/(\d{1,19})\/(\d{1,7})\/([^/]*)\/([^/]*)\/(-?\d{1,12})\/(.+)$/s;
/** A file system may have times beyond the last date there is. */
const LAST_MS = 8.64e15;

function entryReader(directory: string): (record: string) => RemoteEntry | undefined {
  const above = directory === '/' ? '/' : `${directory}/`;
  const told = timeTeller();
  return (record) => {
    const found = RECORD.exec(record);
    if (!found) return undefined;
    const [, type = '', size, mode = '', owner = '', group = '', modified, name = ''] = found;
    return {
      name,
      path: `${above}${name}`,
      type: TYPES[type] ?? 'other',
      size: Number(size),
      mode: mode.padStart(4, '0'),
      owner,
      group,
      modified: told(Number(modified)),
    };
  };
}

/** Files of a tree often have the same second, and a date costs more than the rest of a record. */
function timeTeller(): (seconds: number) => string {
  let last = Number.NaN;
  let text = '';
  return (seconds) => {
    if (seconds !== last) text = new Date(Math.min(seconds * 1000, LAST_MS)).toISOString();
    last = seconds;
    return text;
  };
}
