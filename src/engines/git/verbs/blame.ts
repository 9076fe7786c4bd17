import { ToolError } from '../../../core/errors.ts';
import { counted } from '../../../core/text/counted.ts';
import { type CutText, cutLines } from '../../../core/text/cut-text.ts';
import type { ConfigFacts } from '../repository/config-scan.ts';
import type { Repository } from '../repository/repository.ts';
import { toPathspec } from '../run/paths.ts';
import type { Git } from '../run/run-git.ts';

export interface BlameOptions {
  readonly path: string;
  readonly ref?: string | undefined;
  readonly startLine: number;
  readonly endLine: number;
}

export interface BlameLine {
  readonly line: number;
  /** All zeros for a line that is not committed yet. */
  readonly hash: string;
  readonly author: string;
  readonly date: string;
  readonly subject: string;
  readonly text: string;
}

export interface Blame {
  readonly path: string;
  readonly lines: readonly BlameLine[];
  readonly truncated: boolean;
}

/** Lines before those that were asked for, which are read to judge them. */
const LINES_BEFORE = 100;

export async function readBlame(
  git: Git,
  repository: Repository,
  options: BlameOptions,
  cut: CutText,
): Promise<Blame> {
  const { startLine, endLine, ref } = options;
  const path = toPathspec(options.path, repository);
  // One line more than asked for says whether more follow. A ref cannot start with "-" here: the schema refuses it.
  const range = `-L${Math.max(1, startLine - LINES_BEFORE)},${endLine + 1}`;
  const command = [
    'blame',
    '--porcelain',
    '--no-textconv',
    range,
    ...(ref === undefined ? [] : [`${ref}^{commit}`]),
    '--',
    path,
  ];
  try {
    const { stdout } = await git(command);
    if (stdout.includes('\0'))
      throw new ToolError('VALIDATION', `${path} is binary`, {
        hint: 'git_log with this path names the commits that changed it.',
      });
    const all = parseBlame(stdout);
    const texts = cutLines(
      all.map(({ text }) => text),
      cut,
    );
    const lines = all
      .map((line, i) => ({ ...line, text: texts[i] ?? '' }))
      .filter(({ line }) => startLine <= line && line <= endLine);
    const last = all.at(-1)?.line ?? 0;
    if (lines.length === 0) throw behindEnd(path, last);
    return { path, lines, truncated: last > endLine };
  } catch (error) {
    const [, total] = (error instanceof ToolError && /has only (\d+) lines?/.exec(error.message)) || [];
    if (total === undefined) throw withoutContent(error, git.config);
    if (total === '0') return { path, lines: [], truncated: false };
    throw behindEnd(path, Number(total));
  }
}

/** Of a file with anything but hashes in it git prints the first line: it may be any file, and is named by the repository. */
const withoutContent = (error: unknown, { own }: ConfigFacts): unknown =>
  error instanceof ToolError && own.some(({ key }) => key === 'blame.ignorerevsfile')
    ? new ToolError('EXEC_FAILED', 'git blame failed, and the repository sets blame.ignoreRevsFile', {
        hint: 'That file must hold nothing but hashes of commits. A person can correct it, or the setting.',
      })
    : error;

const behindEnd = (path: string, total: number): ToolError =>
  new ToolError('VALIDATION', `${path} has only ${counted(total, 'line')}`, {
    hint: `Start at line ${total} or before.`,
  });

/** Facts of a commit stand only before its first line. */
function parseBlame(output: string): BlameLine[] {
  const commits = new Map<string, Map<string, string>>();
  const lines: BlameLine[] = [];
  let facts = new Map<string, string>();
  let [hash, line] = ['', 0];
  for (const row of output.split('\n')) {
    const [, newHash, number] = /^([0-9a-f]{40,64}) \d+ (\d+)/.exec(row) ?? [];
    if (row.startsWith('\t')) lines.push({ line, hash, ...described(facts), text: row.slice(1) });
    else if (newHash !== undefined) {
      [hash, line] = [newHash, Number(number)];
      facts = commits.get(hash) ?? new Map();
      commits.set(hash, facts);
    } else {
      const at = row.indexOf(' ');
      if (at > 0) facts.set(row.slice(0, at), row.slice(at + 1));
    }
  }
  return lines;
}

const described = (facts: ReadonlyMap<string, string>): Pick<BlameLine, 'author' | 'date' | 'subject'> => ({
  author: facts.get('author') ?? '',
  date: isoTime(Number(facts.get('author-time') ?? 0)),
  subject: facts.get('summary') ?? '',
});

/** A time so far off that it has no date is shown as the beginning, like one that cannot be read. */
function isoTime(seconds: number): string {
  const time = new Date(seconds * 1000);
  return (Number.isNaN(time.getTime()) ? new Date(0) : time).toISOString();
}
