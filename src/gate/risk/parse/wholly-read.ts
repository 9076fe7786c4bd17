import { forEachChild, type ParsedScript, type Script, type SyntaxNode } from 'unbash';
import { subshellIn } from '../walk/variable-tricks.ts';
import { hereDocumentAt, type PendingHereDocument, skipHereDocuments } from './here-documents.ts';

/**
 * Whether the parser has seen every expansion that stands in the source. It reads the quotes once more, by itself and with
 * simpler rules: whatever may be expanded here has to be a node of the tree, or nobody would judge what runs there.
 */
export const isWhollyRead = (source: string, script: Script): boolean =>
  readCode({ source, at: 0, ...nodesIn(script), waiting: 0 }, 'line');

/** How far the source is read, and what the parser found in it, by where it starts. */
export interface Scan {
  readonly source: string;
  at: number;
  readonly expansions: ReadonlyMap<number, SyntaxNode>;
  readonly bodies: ReadonlyMap<number, SyntaxNode>;
  /** Here-documents whose text has not begun, here and around. */
  waiting: number;
}

const EXPANSION =
  /^(CommandExpansion|ArithmeticCommandExpansion|ArithmeticExpansion|ArithmeticCommand|ParameterExpansion|SimpleExpansion|ProcessSubstitution)$/;

function nodesIn(script: Script): Pick<Scan, 'expansions' | 'bodies'> {
  const expansions = new Map<number, SyntaxNode>();
  const bodies = new Map<number, SyntaxNode>();
  const stack: SyntaxNode[] = [script as SyntaxNode];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (EXPANSION.test(node.type)) expansions.set(node.pos, node);
    if (node.type === 'HereDocBody') bodies.set(node.pos, node);
    // What stands in it is counted from its own beginning.
    if (node.type === 'CommandExpansion' && ESCAPED_BACKTICKS.test(node.text)) continue;
    forEachChild(node, (child) => stack.push(child));
  }
  return { expansions, bodies };
}

const ESCAPED_BACKTICKS = /^`[\s\S]*\\/;

/** A whole line, or what stands in parentheses, up to the last of them. */
function readCode(scan: Scan, kind: 'line' | 'inside'): boolean {
  const pending: PendingHereDocument[] = [];
  let depth = 0;
  let cases = 0;
  while (scan.at < scan.source.length) {
    const { source, at } = scan;
    const word = wordAt(scan);
    if (word !== undefined) {
      if (word === 'case' && STARTS_COMMAND.test(source.slice(Math.max(0, at - 12), at))) cases++;
      if (word === 'esac' && cases > 0) cases--;
      scan.at += word.length;
      continue;
    }
    switch (source[at]) {
      case '(':
        if (isArithmetic(scan)) {
          if (!readArithmeticCommand(scan)) return false;
          continue;
        }
        depth++;
        break;
      case ')':
        // The end of a pattern of `case` closes nothing.
        if (depth === 0 && cases === 0 && kind === 'inside') return pending.length === 0;
        if (depth > 0) depth--;
        break;
      case '#':
        if (isInPattern(source.slice(Math.max(0, at - 40), at))) return false;
        if (/^$|[ \t\n;&|()]$/.test(source.slice(Math.max(0, at - 1), at))) {
          scan.at = indexOr(source.indexOf('\n', at), source.length);
          continue;
        }
        break;
      case '\n':
        if (!skipHereDocuments(scan, pending.splice(0), { kind, readBody })) return false;
        continue;
      default: {
        const here = hereDocumentAt(source, at);
        if (here === 'unclear') return false;
        if (here) {
          pending.push(here);
          scan.waiting++;
          scan.at = here.end;
        } else if (!readPiece(scan, 'code')) return false;
        continue;
      }
    }
    scan.at++;
  }
  return kind === 'line';
}

const STARTS_COMMAND = /(^|[;&|(){`\n]|\b(do|then|else|elif|if|while|until)|!)[ \t]*$/;

/** `echo (# x`: Bash takes no parenthesis there, and zsh takes it for a pattern and goes on behind it. */
function isInPattern(before: string): boolean {
  const [, head] = /^([\s\S]*)\([ \t]*$/.exec(before) ?? [];
  return head !== undefined && !/[$<>=]$/.test(head) && !STARTS_COMMAND.test(head);
}

const indexOr = (index: number, otherwise: number): number => (index === -1 ? otherwise : index);

/** A whole word of letters, which nothing stands before that belongs to it. */
function wordAt({ source, at }: Scan): string | undefined {
  WORD.lastIndex = at;
  return WORD.exec(source)?.[0];
}

const WORD = /\w+/y;

const isArithmetic = ({ source, at, expansions }: Scan): boolean =>
  source.startsWith('((', at) &&
  (expansions.get(at)?.type === 'ArithmeticCommand' ||
    /(^|\W)for[ \t]*$/.test(source.slice(Math.max(0, at - 12), at)));

function readArithmeticCommand(scan: Scan): boolean {
  const node = scan.expansions.get(scan.at);
  if (node && subshellIn(scan.source.slice(node.pos, node.end)) !== undefined) {
    scan.at = node.end;
    return true;
  }
  scan.at += 2;
  return readArithmetic(scan);
}

type Context = 'code' | 'quoted' | 'here' | 'braces' | 'quoted braces' | 'arithmetic';

/** One character that means something wherever it stands, and all that belongs to it. */
function readPiece(scan: Scan, context: Context): boolean {
  const { source, at } = scan;
  const isQuoting = context === 'code' || context === 'braces';
  switch (source[at]) {
    case '\\':
      scan.at += 2;
      return true;
    case "'": {
      if (!isQuoting) break;
      const end = source.indexOf("'", at + 1);
      scan.at = end + 1;
      // In braces, whether it quotes depends on what is around them.
      return end !== -1 && !(context === 'braces' && EXPANDS.test(source.slice(at, end)));
    }
    case '"':
      if (context === 'quoted' || context === 'here' || context === 'arithmetic') break;
      scan.at++;
      return readUntil(scan, '"', 'quoted');
    case '`':
      return readBackticks(scan, context);
    case '$':
      return readDollar(scan, context);
    case '<':
    case '>':
      if (!isQuoting || !/^[<>](\\\n)*\(/.test(source.slice(at, at + 8))) break;
      return readInParentheses(scan, 'ProcessSubstitution');
  }
  scan.at++;
  return true;
}

const EXPANDS = /\$[({[]|`|[<>]\(/;

function readUntil(scan: Scan, end: string, context: Context): boolean {
  while (scan.at < scan.source.length) {
    if (scan.source[scan.at] === end) {
      scan.at++;
      return true;
    }
    if (!readPiece(scan, context)) return false;
  }
  return false;
}

/** The text of a here-document, as far as `source` goes. */
function readBody(scan: Scan): boolean {
  while (scan.at < scan.source.length) if (!readPiece(scan, 'here')) return false;
  return true;
}

function readDollar(scan: Scan, context: Context): boolean {
  const { source, at, expansions } = scan;
  const next = source[at + 1] ?? '';
  const node = expansions.get(at);
  if (next === '(') return readSubstitution(scan, node);
  if (next === '{') {
    if (node?.type !== 'ParameterExpansion') return false;
    scan.at += 2;
    const isPlain = context === 'code' || context === 'braces';
    return (
      readUntil(scan, '}', isPlain ? 'braces' : 'quoted braces') &&
      scan.at === node.end &&
      (isPlain || !QUOTED_DOLLAR.test(node.text))
    );
  }
  if (next === "'" && (context === 'code' || context === 'braces')) return readAnsi(scan);
  // Bash joins the two lines before it looks at them.
  if (next === '\\' && source[at + 2] === '\n') return false;
  if (context !== 'arithmetic' && /[\w@*#?$!-]/.test(next)) {
    if (node?.type !== 'SimpleExpansion') return false;
    scan.at = node.end;
    return true;
  }
  scan.at++;
  return next !== '[' || context === 'arithmetic' || node?.type === 'ArithmeticExpansion';
}

/** Bash takes the quotes away first: `"${x:-"$"(command)}"` runs the command. */
const QUOTED_DOLLAR = /\$(?!'(?:\\[ntr0])*')["']/;

function readAnsi(scan: Scan): boolean {
  ANSI.lastIndex = scan.at;
  const found = ANSI.exec(scan.source)?.[0];
  scan.at += found?.length ?? 0;
  return found !== undefined;
}

const ANSI = /\$'(?:[^'\\]|\\[\s\S])*'/y;

function readSubstitution(scan: Scan, node: SyntaxNode | undefined): boolean {
  if (node?.type !== 'ArithmeticExpansion')
    return readInParentheses(scan, 'CommandExpansion', 'ArithmeticCommandExpansion');
  if (subshellIn(node.text) !== undefined) {
    // Judged as a line of its own.
    scan.at = node.end;
    return true;
  }
  scan.at += 3;
  return readArithmetic(scan) && scan.at === node.end;
}

function readInParentheses(scan: Scan, ...types: readonly SyntaxNode['type'][]): boolean {
  const node = scan.expansions.get(scan.at);
  if (!node || !types.includes(node.type) || scriptOf(node) === undefined) return false;
  scan.at += 2;
  if (!readCode(scan, 'inside')) return false;
  scan.at++;
  return scan.at === node.end;
}

const scriptOf = (node: SyntaxNode): ParsedScript | undefined => ('script' in node ? node.script : undefined);

/** Up to the two parentheses that end it. */
function readArithmetic(scan: Scan): boolean {
  for (let depth = 0; scan.at < scan.source.length; ) {
    const character = scan.source[scan.at];
    if (character === ')' && depth === 0) {
      scan.at += 2;
      return scan.source[scan.at - 1] === ')';
    }
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (!readPiece(scan, 'arithmetic')) return false;
  }
  return false;
}

function readBackticks(scan: Scan, context: Context): boolean {
  const { source, at, expansions } = scan;
  BACKTICKS.lastIndex = at;
  const text = BACKTICKS.exec(source)?.[0];
  const node = expansions.get(at);
  const script = node?.type === 'SimpleExpansion' ? undefined : node && scriptOf(node);
  if (text === undefined || script === undefined || node?.end !== at + text.length) return false;
  scan.at = node.end;
  if (!text.includes('\\'))
    return readCode({ ...scan, source: source.slice(0, node.end - 1), at: at + 1 }, 'line');
  const escapes = context === 'quoted' ? /\\([$`\\"])/g : /\\([$`\\])/g;
  return isWhollyRead(text.slice(1, -1).replace(escapes, '$1'), script);
}

const BACKTICKS = /`(?:[^`\\]|\\[\s\S])*`/y;
