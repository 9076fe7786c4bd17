import { ToolError } from '../errors.ts';
import { endOfClass, expandBraces } from './expand-braces.ts';

/** Whether a path, written with "/", fits. */
export type PathTest = (path: string) => boolean;

const LONGEST = 1000;

/**
 * A glob with the syntax of ripgrep and its ignore files: `*`, `?`, `[a-z]`, `{a,b}`, and `**` for any number of
 * directories. It takes time in proportion to pattern and path; translated to a regular expression, a pattern of
 * four stars takes 20 s for one hostile name, and both patterns and names come from strangers.
 */
export function compileGlob(glob: string): PathTest {
  if (glob.length > LONGEST) throw invalid(glob, `it is longer than ${LONGEST} characters`);
  const patterns = expandBraces(glob, (why) => invalid(glob, why)).map((pattern) =>
    compilePattern(pattern, glob),
  );
  return (path) => {
    // Most paths are told apart by their name alone, and are not taken to pieces.
    const name = path.slice(path.lastIndexOf('/') + 1);
    let names: readonly string[] | undefined;
    return patterns.some(({ segments, last, isNameOnly }) => {
      if (last !== ANY && !last(name)) return false;
      if (isNameOnly) return true;
      names ??= path.split('/');
      return fitsSegments(segments, names);
    });
  };
}

/** One test for what a caller asked for: `!` in front takes out, no slash means any depth. */
export function compileGlobs(globs: readonly string[]): PathTest {
  const wanted = globs.filter((glob) => !glob.startsWith('!')).map(compileWanted);
  const unwanted = globs.filter((glob) => glob.startsWith('!')).map((glob) => compileWanted(glob.slice(1)));
  return (path) =>
    (wanted.length === 0 || wanted.some((test) => test(path))) && !unwanted.some((test) => test(path));
}

function compileWanted(glob: string): PathTest {
  if (glob.startsWith('/') || /(^|\/)\.\.(\/|$)/.test(glob))
    throw invalid(glob, 'it must be relative to the searched directory');
  const relative = glob.replace(/^(\.\/)+/, '').replace(/\/$/, '/**');
  return compileGlob(relative.includes('/') ? relative : `**/${relative}`);
}

const invalid = (glob: string, why: string): ToolError =>
  new ToolError('VALIDATION', `The glob "${glob.slice(0, 200)}" cannot be used: ${why}`);

interface Pattern {
  readonly segments: readonly Segment[];
  readonly last: Segment;
  /** It says nothing of the directories. */
  readonly isNameOnly: boolean;
}

function compilePattern(pattern: string, glob: string): Pattern {
  const segments = pattern.split('/').map((part) => (part === '**' ? ANY : compileSegment(part, glob)));
  const last = segments.at(-1) ?? ANY;
  return { segments, last, isNameOnly: segments.length === 2 && segments[0] === ANY && last !== ANY };
}

/** Any number of directories. */
const ANY = Symbol('**');
type Segment = PathTest | typeof ANY;

/** Only the last `**` ever needs another try: what an earlier one could take, a later one can take too. */
function fitsSegments(segments: readonly Segment[], names: readonly string[]): boolean {
  let [at, name, retryAt, retryName] = [0, 0, -1, 0];
  while (name < names.length) {
    const segment = segments[at];
    if (segment === ANY) {
      // At the end it stands for what is inside a directory, not for the directory itself.
      if (at === segments.length - 1) return true;
      [retryAt, retryName] = [at, name];
      at++;
    } else if (segment?.(names[name] ?? '')) {
      at++;
      name++;
    } else if (retryAt !== -1) {
      at = retryAt + 1;
      name = ++retryName;
    } else return false;
  }
  return at === segments.length;
}

/** One character, or a test of one; `null` is `*`. */
type Token = string | null | ((character: string) => boolean);

function compileSegment(pattern: string, glob: string): PathTest {
  const tokens = tokensOf(pattern, glob);
  const stars = tokens.filter((token) => token === null).length;
  const isPlain = tokens.every((token) => token === null || typeof token === 'string');
  const text = tokens.join('');
  if (isPlain && stars === 0) return (name) => name === text;
  if (isPlain && stars === 1 && tokens[0] === null) return (name) => name.endsWith(text);
  if (isPlain && stars === 1 && tokens.at(-1) === null) return (name) => name.startsWith(text);
  return (name) => fitsTokens(tokens, [...name]);
}

function fitsTokens(tokens: readonly Token[], characters: readonly string[]): boolean {
  let [at, character, retryAt, retryCharacter] = [0, 0, -1, 0];
  while (character < characters.length) {
    const token = tokens[at];
    if (token === null) {
      [retryAt, retryCharacter] = [at, character];
      at++;
    } else if (token !== undefined && fitsToken(token, characters[character] ?? '')) {
      at++;
      character++;
    } else if (retryAt !== -1) {
      at = retryAt + 1;
      character = ++retryCharacter;
    } else return false;
  }
  while (tokens[at] === null) at++;
  return at === tokens.length;
}

const fitsToken = (token: string | ((character: string) => boolean), character: string): boolean =>
  typeof token === 'string' ? token === character : token(character);

function tokensOf(pattern: string, glob: string): Token[] {
  const characters = [...pattern];
  const tokens: Token[] = [];
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] ?? '';
    if (character === '*') {
      if (tokens.at(-1) !== null) tokens.push(null);
    } else if (character === '?') tokens.push(() => true);
    else if (character === '[') {
      const end = endOfClass(characters, i);
      if (end === -1) throw invalid(glob, 'a "[" is not closed in the same name');
      tokens.push(classTest(characters.slice(i + 1, end), glob));
      i = end;
    } else if (character === '\\') {
      const escaped = characters[++i];
      if (escaped === undefined) throw invalid(glob, 'nothing follows its last backslash');
      tokens.push(escaped);
    } else tokens.push(character);
  }
  return tokens;
}

function classTest(inside: readonly string[], glob: string): (character: string) => boolean {
  const isNegated = inside[0] === '!' || inside[0] === '^';
  const members = isNegated ? inside.slice(1) : inside;
  const ranges: [string, string][] = [];
  for (let i = 0; i < members.length; i++) {
    const from = members[i] ?? '';
    const to = members[i + 1] === '-' ? members[i + 2] : undefined;
    if (to !== undefined && to < from) throw invalid(glob, `the range ${from}-${to} is empty`);
    ranges.push([from, to ?? from]);
    if (to !== undefined) i += 2;
  }
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== isNegated;
}
