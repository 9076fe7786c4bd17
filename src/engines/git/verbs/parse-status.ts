import { quotePath } from '../run/quote-path.ts';

/** One path of `git status`; X is the index against HEAD, Y the working tree against the index. */
export interface StatusEntry {
  readonly kind: 'changed' | 'renamed' | 'unmerged' | 'untracked';
  /** Two letters, `.` for unchanged. */
  readonly xy: string;
  readonly path: string;
  /** Where a renamed or copied path was. */
  readonly from?: string;
  /** Mode and hash in the index: with HEAD they say what a commit would hold. */
  readonly staged?: string;
}

export interface ParsedStatus {
  /** undefined before the first commit. */
  readonly head: string | undefined;
  /** undefined where HEAD is detached. */
  readonly branch: string | undefined;
  readonly upstream: string | undefined;
  /** undefined without an upstream, or with one that is gone. */
  readonly ahead: number | undefined;
  readonly behind: number | undefined;
  readonly stashes: number;
  readonly entries: readonly StatusEntry[];
}

/** Reads `git status --porcelain=v2 -z --branch --show-stash`. */
export function parseStatus(output: string): ParsedStatus {
  const records = output.split('\0');
  const headers = new Map<string, string>();
  const entries: StatusEntry[] = [];
  for (let i = 0; i < records.length; i++) {
    const record = records[i] ?? '';
    if (record.startsWith('# ')) {
      const [, name = '', value = ''] = /^# (\S+) (.*)$/s.exec(record) ?? [];
      headers.set(name, value);
    }
    // Where it was stands in a record of its own.
    else if (record.startsWith('2 ')) entries.push(parseRenamed(record, records[++i] ?? ''));
    else if (record !== '') entries.push(parseEntry(record));
  }
  return { ...parseHeaders(headers), entries };
}

function parseHeaders(headers: ReadonlyMap<string, string>): Omit<ParsedStatus, 'entries'> {
  const [, ahead, behind] = /^\+(\d+) -(\d+)$/.exec(headers.get('branch.ab') ?? '') ?? [];
  const [head, branch] = [headers.get('branch.oid'), headers.get('branch.head')];
  return {
    head: head === '(initial)' ? undefined : head,
    branch: branch === '(detached)' ? undefined : branch,
    upstream: headers.get('branch.upstream'),
    ahead: ahead === undefined ? undefined : Number(ahead),
    behind: behind === undefined ? undefined : Number(behind),
    stashes: Number(headers.get('stash') ?? 0),
  };
}

function parseEntry(record: string): StatusEntry {
  if (record.startsWith('? ')) return { kind: 'untracked', xy: '??', path: record.slice(2) };
  const [type, xy = '', , , modeOfIndex, , , hashOfIndex] = record.split(' ', 8);
  if (type === 'u') return { kind: 'unmerged', xy, path: afterFields(record, 10) };
  return { kind: 'changed', xy, path: afterFields(record, 8), staged: `${modeOfIndex} ${hashOfIndex}` };
}

function parseRenamed(record: string, from: string): StatusEntry {
  const [, xy = '', , , modeOfIndex, , , hashOfIndex] = record.split(' ', 8);
  return { kind: 'renamed', xy, path: afterFields(record, 9), from, staged: `${modeOfIndex} ${hashOfIndex}` };
}

/** The path is the last field and may hold blanks. */
function afterFields(record: string, count: number): string {
  let at = 0;
  for (let field = 0; field < count; field++) at = record.indexOf(' ', at) + 1;
  return record.slice(at);
}

/** The order of `git status --porcelain`: tracked paths by their bytes, conflicts among them, then the untracked. */
export function inOrder(entries: readonly StatusEntry[]): StatusEntry[] {
  const isUntracked = ({ kind }: StatusEntry): boolean => kind === 'untracked';
  const tracked = entries
    .filter((entry) => !isUntracked(entry))
    .map((entry) => ({ entry, bytes: Buffer.from(entry.path) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ entry }) => entry);
  return [...tracked, ...entries.filter(isUntracked)];
}

/** The same as `git status --porcelain` prints it. */
export const toPorcelain = (entries: readonly StatusEntry[]): string =>
  entries
    .map(({ xy, path, from }) => {
      const letters = xy.replaceAll('.', ' ');
      const shown = (name: string): string =>
        name.includes(' ') ? quotePath(name, { always: true }) : quotePath(name);
      return from === undefined
        ? `${letters} ${shown(path)}\n`
        : `${letters} ${shown(from)} -> ${shown(path)}\n`;
    })
    .join('');
