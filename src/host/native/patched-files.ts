interface PatchedFile {
  readonly path: string;
  readonly access: 'write' | 'delete';
}

interface Patch {
  /** A moved file under both names. */
  readonly files: readonly PatchedFile[];
  /** Lines that no known client could have meant as a part of it. */
  readonly unknown: readonly string[];
}

// Codex cuts blanks off both ends of a line before it looks for a header, in context lines too; opencode wants no blank
// behind the colon. A line that only one of them takes for a header counts as one.
const HEADER = /^\*{3}\s*(add file|update file|delete file|move to)\s*:\s*((?:\S.*)?)$/i;
const FRAME = /^\*{3} (Begin Patch|End Patch|End of File)$/;
const BODY = /^([-+ ]|@@|$)/;
const OPENING = /^(apply_?patch\s*)?<<-?\s*(['"]?)(\w+)\2$/;

/** What a patch in the form of `apply_patch` changes, also one in a here-document. */
export function readPatch(text: string): Patch {
  const lines = withoutFrame(trimmed(text).split(/\r?\n/));
  const headers = lines.flatMap((line) => {
    const [, what = '', path = ''] = HEADER.exec(trimmed(line)) ?? [];
    return what === '' ? [] : [{ what, path }];
  });
  const [first = '', last = ''] = [lines[0], lines.at(-1)].map((line) => trimmed(line ?? ''));
  return {
    files: headers.flatMap(({ what, path }) =>
      namesIn(path).map(
        (name) => ({ path: name, access: /^delete/i.test(what) ? 'delete' : 'write' }) as const,
      ),
    ),
    unknown: [
      ...lines.filter((line) => !isUnderstood(line)).map((line) => line.slice(0, 80)),
      ...(first === '*** Begin Patch' && last === '*** End Patch' ? [] : ['(no beginning or end)']),
      ...(headers.some(({ path }) => path === '') ? ['(no file)'] : []),
    ],
  };
}

const isUnderstood = (line: string): boolean =>
  HEADER.test(trimmed(line)) ||
  FRAME.test(trimmed(line)) ||
  (BODY.test(line) && !/[\r\u0085\u2028\u2029\v\f]/.test(line));

/** As Rust and JavaScript do it, both; a pattern that looks for the end would take long for many blanks. */
function trimmed(text: string): string {
  const isBlank = (at: number): boolean => /[\s\u0085]/.test(text.charAt(at));
  let [start, end] = [0, text.length];
  while (start < end && isBlank(start)) start++;
  while (end > start && isBlank(end - 1)) end--;
  return text.slice(start, end);
}

/** opencode reads up to the next colon. */
const namesIn = (path: string): string[] =>
  [...new Set([path, path.split(':')[0] ?? ''])].filter((name) => name !== '');

function withoutFrame(lines: readonly string[]): readonly string[] {
  const [, , , end] = OPENING.exec(trimmed(lines[0] ?? '')) ?? [];
  return end !== undefined && trimmed(lines.at(-1) ?? '').endsWith(end) ? lines.slice(1, -1) : lines;
}
