import { quotePath } from '../run/quote-path.ts';
import { CUT } from './cut-patch.ts';

export type ChangeKind =
  | 'added'
  | 'modified'
  | 'deleted'
  | 'renamed'
  | 'copied'
  | 'type-changed'
  | 'unmerged';

/** One file of a diff with its statistics and its part of the patch. */
export interface FileDiff {
  readonly path: string;
  /** Where it was, if it was renamed or copied. */
  readonly from?: string;
  readonly change: ChangeKind;
  readonly insertions: number;
  readonly deletions: number;
  readonly isBinary: boolean;
  readonly patch: string;
  /** False where the patch was not read to its end. */
  readonly isWhole: boolean;
}

/**
 * Reads `git diff --raw --numstat -p -z`. The facts of all files come first, so they are whole even where
 * the output was cut in the patch.
 */
export function parseDiff(output: string, { isCut = false } = {}): FileDiff[] {
  const { changes, rest: afterRaw } = parseRaw(output);
  const { counts, rest } = parseNumstat(output, afterRaw);
  const patch = output.slice(rest);
  const sections = splitPatch(isCut ? withoutTornLines(patch) : patch);
  const last = isCut ? [...sections.keys()].at(-1) : undefined;
  return changes.map(({ path, from, change }) => {
    const headers = headersOf(path, from);
    const isWhole = !isCut || headers.some((header) => header !== last && sections.has(header));
    const read = headers.flatMap((header) => sections.get(header) ?? []).join('');
    return {
      path,
      ...(from !== undefined && { from }),
      change,
      ...(counts.get(path) ?? NO_COUNTS),
      // Cut before its first hunk it says nothing that the facts do not say.
      patch: isWhole || /^@@/m.test(read) ? read : '',
      isWhole,
    };
  });
}

interface Counts {
  readonly insertions: number;
  readonly deletions: number;
  readonly isBinary: boolean;
}
const NO_COUNTS: Counts = { insertions: 0, deletions: 0, isBinary: false };

const KINDS: Readonly<Record<string, ChangeKind>> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type-changed',
  U: 'unmerged',
};

interface Change {
  readonly path: string;
  readonly from?: string;
  readonly change: ChangeKind;
}

function parseRaw(output: string): { changes: Change[]; rest: number } {
  const changes = new Map<string, Change>();
  let at = 0;
  while (output[at] === ':') {
    const [record, afterRecord] = fieldAt(output, at);
    const letter = record.slice(record.lastIndexOf(' ') + 1)[0] ?? 'M';
    const [first, afterFirst] = fieldAt(output, afterRecord);
    const hasTwo = letter === 'R' || letter === 'C';
    const [path, next] = hasTwo ? fieldAt(output, afterFirst) : [first, afterFirst];
    const change = KINDS[letter] ?? 'modified';
    // A path in conflict is listed twice; that it is in conflict is what counts.
    if (changes.get(path)?.change !== 'unmerged')
      changes.set(path, { path, ...(hasTwo && { from: first }), change });
    at = next;
  }
  return { changes: [...changes.values()], rest: at };
}

function parseNumstat(output: string, start: number): { counts: Map<string, Counts>; rest: number } {
  const counts = new Map<string, Counts>();
  let at = start;
  for (;;) {
    const end = output.indexOf('\0', at);
    const [, added, removed, path] = (end === -1 ? null : COUNTS.exec(output.slice(at, end))) ?? [];
    if (path === undefined) break;
    const [, afterOld] = path === '' ? fieldAt(output, end + 1) : ['', end + 1];
    const [newPath, next] = path === '' ? fieldAt(output, afterOld) : [path, end + 1];
    counts.set(newPath, {
      insertions: Number(added) || 0,
      deletions: Number(removed) || 0,
      isBinary: added === '-',
    });
    at = next;
  }
  return { counts, rest: output[at] === '\0' ? at + 1 : at };
}

const COUNTS = /^(\d+|-)\t(\d+|-)\t(.*)$/s;

function fieldAt(output: string, at: number): [field: string, next: number] {
  const end = output.indexOf('\0', at);
  return end === -1 ? [output.slice(at), output.length] : [output.slice(at, end), end + 1];
}

/** By its first line: a line of content never starts with a "d". */
function splitPatch(patch: string): Map<string, string[]> {
  const sections = new Map<string, string[]>();
  for (const section of patch.split(/^(?=diff --(?:git|cc|combined) )/m)) {
    const header = section.slice(0, section.indexOf('\n'));
    sections.set(header, [...(sections.get(header) ?? []), section]);
  }
  return sections;
}

/** Without the hunk or file that a cut went through; of a file's first hunk the whole lines stay. */
function withoutTornLines(patch: string): string {
  const file = patch.lastIndexOf('\ndiff --') + 1;
  const hunk = patch.lastIndexOf('\n@@ ') + 1;
  if (hunk <= file) return patch.slice(0, file);
  const isFirst = patch.indexOf('\n@@ ', file) + 1 === hunk;
  const lineEnd = patch.lastIndexOf('\n') + 1;
  const hasLines = lineEnd > patch.indexOf('\n', hunk) + 1;
  return isFirst && hasLines ? patch.slice(0, lineEnd) + CUT : patch.slice(0, hunk);
}

const headersOf = (path: string, from = path): string[] => [
  `diff --git ${quotePath(`a/${from}`)} ${quotePath(`b/${path}`)}`,
  `diff --cc ${quotePath(path)}`,
];
