import { compileGlob, type PathTest } from '../../core/path/glob.ts';

/** What a file of ignore rules says of a path below its directory: the last rule that fits decides. */
export type IgnoreFile = (path: string, isFolder: boolean) => 'ignore' | 'show' | undefined;

interface Rule {
  readonly fits: PathTest;
  readonly verdict: 'ignore' | 'show';
  readonly isForFolders: boolean;
}

/**
 * Rules as ripgrep reads them, which is how git reads them, and braces. Undefined where a rule is written in a way
 * that is read differently here and there: the caller must then leave the answer to ripgrep.
 */
export function parseIgnoreFile(text: string): IgnoreFile | undefined {
  if (/\uFEFF|\uFFFD/.test(text)) return undefined;
  try {
    const rules = text.split('\n').flatMap(parseRule).reverse();
    return (path, isFolder) =>
      rules.find(({ fits, isForFolders }) => (isFolder || !isForFolders) && fits(path))?.verdict;
  } catch {
    return undefined;
  }
}

function parseRule(line: string): Rule[] {
  const text = line.endsWith('\\ ') ? line : line.trimEnd();
  if (text === '' || text.startsWith('#')) return [];
  const isException = text.startsWith('!');
  const body = isException ? text.slice(1) : text;
  const isForFolders = body.endsWith('/');
  const path = isForFolders ? body.slice(0, -1) : body;
  if (isUnsure(path)) throw new Error(`Not sure what ${line} means`);
  return [{ fits: compileRule(path), verdict: isException ? 'show' : 'ignore', isForFolders }];
}

function compileRule(path: string): PathTest {
  if (path.startsWith('/')) return compileGlob(inside(path.slice(1)));
  return compileGlob(path.includes('/') ? inside(path) : `**/${path}`);
}

/** `a/**` means what is in `a`, however deep. */
const inside = (path: string): string => (path.endsWith('/**') ? `${path}/*` : path);

/** Escapes at the edges, empty parts, and stars that touch other text are where readers differ. */
const isUnsure = (path: string): boolean =>
  path === '' ||
  /\\($|[^*?[\]{}!# .\w-])|\/\/|^\/$|\\\/|\{[^}]*(\{|,,|,\})|\{,|\[[^\]]*[\\/[]|\[[!^]?\]|(^|[^/])\*\*[^/]|[^/]\*\*(\/|$)/.test(
    path,
  );
