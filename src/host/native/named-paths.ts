import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { meaningsOf, spelledFrom } from '../../core/path/meanings.ts';
import { realPathOf } from '../../engines/files/open/real-path.ts';

type Data = Record<string, unknown>;

export interface NamedFile {
  readonly path: string;
  readonly access: 'read' | 'list' | 'write' | 'delete';
}

const PATH_FIELDS =
  /^(file_?path|notebook_?path|absolute_?path|path|dir_?path|directory|target_?(file|path|directory)|file|relative_?(workspace_)?path|uri|old_?path|new_?path|destination)$/i;
const LIST_FIELDS = /^(paths|files|file_?paths|edits|replacements|target_?directories|directories)$/i;

export const isPathField = (field: string): boolean => PATH_FIELDS.test(field) || LIST_FIELDS.test(field);

/** Every path the arguments name, one or many. */
export const pathsIn = (input: Data): string[] => [
  ...new Set(Object.entries(input).flatMap(([field, value]) => (isPathField(field) ? pathsOf(value) : []))),
];

const pathsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(pathsOf);
  return typeof value === 'object' && value !== null ? pathsIn(value as Data) : [];
};

/** A file under every name it may mean: as clients read what they are told, and where links lead. */
export const filesOf = <A extends NamedFile['access']>(paths: readonly string[], cwd: string, access: A) =>
  [...new Set(paths.flatMap((path) => placesOf(path, cwd)).flatMap(namesOf))].map((path) => ({
    path,
    access,
  }));

/** The places that a path may mean. Some clients put the home directory in, cut off blanks or take an address of a file. */
export const placesOf = (path: string, cwd: string): string[] => [
  ...new Set(
    [...textsOf(path), ...withoutMark(path, cwd)].flatMap((meant) =>
      meaningsOf(spelledFrom(cwd, meant), realPathOf),
    ),
  ),
];

/** Clients differ in what they take it for: `..` in it stands behind a link. */
export const isTwofold = (path: string, cwd: string): boolean =>
  textsOf(path).some((meant) => meaningsOf(spelledFrom(cwd, meant), realPathOf).length > 1);

function textsOf(path: string): string[] {
  const text = path.trim();
  // No answer for a project covers it.
  if (isForeign(text)) return [path, `/${text}`];
  if (/^file:/i.test(text)) return [fromAddress(text), text.replace(/^file:\/\//i, '')];
  // A backslash behind it parts names for some, on every system.
  const slashed = text.startsWith('~\\') ? text.replaceAll('\\', '/') : text;
  return [...new Set([path, text, withHome(slashed)])];
}

/** Gemini CLI takes `@src/a.ts` for `src/a.ts` where nothing is called `@src`. */
function withoutMark(path: string, cwd: string): string[] {
  const text = path.trim();
  const [first = ''] = text.split(/[/\\]/);
  return first.startsWith('@') && !existsSync(resolve(cwd, first)) ? [text.replace(/^@[/\\]*/, '')] : [];
}

const withHome = (path: string): string =>
  path
    .replace(/^(~|\$HOME|\$\{HOME\})(?=\/|$)/, () => homedir())
    .replace(/^~([A-Za-z_][\w.-]*)(?=\/|$)/, (_, user) => (user === 'root' ? '/root' : `/home/${user}`));

function fromAddress(text: string): string {
  try {
    return fileURLToPath(text);
  } catch {
    return text.replace(/^file:\/*/i, '/');
  }
}

/** An address of another kind, or a workspace by a name that only the client knows. */
export const isForeign = (path: string): boolean =>
  /^(?!file:)[a-z][a-z\d+.-]+:\/|^@[\w.-]+:|\0/i.test(path.trim());

/** A link counts under its own name and where it leads. */
function namesOf(path: string): string[] {
  const real = realPathOf(path);
  return real === path ? [path] : [path, real];
}
