import {
  type Assignment,
  type Command,
  type For,
  forEachChild,
  type Script,
  type SyntaxNode,
  type Word,
} from 'unbash';
import { oneOf } from '../text/one-of.ts';
import { nodesIn } from './nodes-in.ts';
import { isMove } from './plain-moves.ts';
import { namedByPrintf } from './printf-counts.ts';

/**
 * The places in a script where a variable stands whose value is plain to see, and so the same in every run. There are two
 * kinds: one assignment of a text, which nothing stands around and which comes first; and one loop over words that stand in
 * it. Everything else is left to the run, since a shell has more ways to set a variable than anybody can list.
 */
export function plainUses(script: Script): ReadonlySet<SyntaxNode> {
  const { counts, mayHide, moves } = settersIn(script);
  const line = straightLine(script);
  const [first] = line;
  const isMoved = moves.some((move) => move !== first?.node || !isPlainMove(move));
  const areKnown = !mayHide && !isMoved;
  const isOnce = (name: string): boolean => areKnown && counts.get(name) === 1 && !SET_BY_SHELLS.test(name);
  const known = new Set(['?', '$', '#', '!']);
  if (!mayHide && !counts.has('HOME')) known.add('HOME');
  if (!mayHide && !counts.has('PWD') && moves.length === 0) known.add('PWD');
  const uses = new Set<SyntaxNode>();
  for (const { node, isSure } of line) {
    noteUses(node, known, { isOnce, uses });
    if (isSure) for (const name of setPlainly(node)) if (isOnce(name)) known.add(name);
  }
  return uses;
}

/** Whether something in a script may set a variable that is not named as such. */
export const hidesSetters = (script: Script): boolean => settersIn(script).mayHide;

/** A text in which nothing is put in. */
export const isLiteral = ({ parts = [] }: Word): boolean => parts.every(isText);

const isText = (part: SyntaxNode): boolean =>
  part.type === 'DoubleQuoted'
    ? part.parts.every(isText)
    : /^(Literal|SingleQuoted|AnsiCQuoted)$/.test(part.type);

interface Step {
  readonly node: SyntaxNode;
  /** It happens, and in this very shell, if anything behind it does. */
  readonly isSure: boolean;
}

const straightLine = ({ commands }: Script): Step[] =>
  commands.flatMap(({ command, background }): Step[] =>
    command.type === 'AndOr' && !background
      ? command.commands.map((node, i) => ({ node, isSure: i === 0 }))
      : [{ node: command, isSure: !background }],
  );

function setPlainly(node: SyntaxNode): string[] {
  if (node.type !== 'Command' || node.name || node.redirects.length > 0) return [];
  return node.prefix.flatMap((part) => (part.type === 'Assignment' && isPlain(part) ? [part.name] : []));
}

const isPlain = ({ value, append, index }: Assignment): boolean =>
  !append && !index && value.type === 'Word' && (isNumber(value) || (isLiteral(value) && isFixed(value)));

/** Which one, nobody asks. */
const isNumber = ({ parts = [] }: Word): boolean =>
  parts.length === 1 && parts[0]?.type === 'ArithmeticExpansion';

/** `~+` is the current directory, and `~-` the one before. */
const isFixed = ({ text }: Word): boolean => !/(^|:)~[^/:]/.test(text);

interface Marks {
  readonly isOnce: (name: string) => boolean;
  readonly uses: Set<SyntaxNode>;
}

function noteUses(root: SyntaxNode, names: ReadonlySet<string>, { isOnce, uses }: Marks): void {
  const stack = [{ node: root, names }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, names: known } = next;
    if (node.type === 'SimpleExpansion' && known.has(node.text.slice(1))) uses.add(node);
    if (node.type === 'ParameterExpansion' && !node.operation && !node.index)
      if (node.prefix === '#' || (!node.prefix && known.has(node.parameter))) uses.add(node);
    const inLoop =
      node.type === 'For' && isOnce(node.name.value) && isPlainLoop(node)
        ? new Set([...known, node.name.value])
        : known;
    forEachChild(node, (child) =>
      stack.push({ node: child, names: node.type === 'For' && child === node.body ? inLoop : known }),
    );
  }
}

const isPlainLoop = ({ wordlist }: For): boolean =>
  wordlist?.every(
    (word) =>
      isFixed(word) &&
      (word.parts ?? []).every(
        (part) =>
          isText(part) ||
          part.type === 'Glob' ||
          (part.type === 'BraceExpansion' && /^\{[^{},$`\\'"]*,[^{}$`\\'"]*\}$/.test(part.text)),
      ),
  ) ?? false;

/** They change while a line runs, whatever it sets them to. */
const SET_BY_SHELLS = oneOf`
  _ REPLY PWD OLDPWD RANDOM SRANDOM SECONDS LINENO EPOCH.* OPT(ARG|IND|ERR) PIPESTATUS FUNCNAME GROUPS
  DIRSTACK COPROC.* MAPFILE READLINE_.* COMP_.* HIST.* U?ID E[UG]ID [GP]+ID SHLVL COLUMNS LINES HOST.*
  MACHTYPE OSTYPE IFS BASH.* SHELL.* HOME PATH CDPATH POSIXLY_CORRECT IGNOREEOF TIMEFORMAT AUTOCD GLOB.*
  LC_.* LANG.*
`;

interface Setters {
  /** How often each variable is set. */
  readonly counts: ReadonlyMap<string, number>;
  /** Something in it may set any variable. */
  readonly mayHide: boolean;
  /** What changes the directory. */
  readonly moves: readonly Command[];
}

function settersIn(script: Script): Setters {
  const counts = new Map<string, number>();
  const moves: Command[] = [];
  let mayHide = false;
  for (const node of nodesIn(script)) {
    const name = node.type === 'Assignment' ? node.name : node.type === 'For' ? node.name.value : undefined;
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    if (isMove(node)) moves.push(node);
    mayHide ||= hidesSetter(node);
  }
  return { counts, mayHide, moves };
}

/** What a line begins with is where it runs. */
const isPlainMove = ({ prefix, args: [to, ...more], redirects }: Command): boolean =>
  prefix.length + redirects.length + more.length === 0 && to?.type === 'Word' && isLiteral(to);

const SETTERS =
  /^(read|mapfile|readarray|getopts|export|declare|typeset|local|readonly|unset|let|eval|source|\.|trap|alias|unalias|shopt|exec|enable|builtin|shift|bind|complete|compgen|fc|history|emulate|setopt)$/;

function hidesSetter(node: SyntaxNode): boolean {
  switch (node.type) {
    case 'Command':
      return node.name !== undefined && (!isLiteral(node.name) || mayBeSetter(node.name.value, node.args));
    case 'Assignment':
      return node.index !== undefined;
    case 'For':
      return node.wordlist === undefined;
    case 'ParameterExpansion': {
      const { operation, index } = node;
      const isDefault = operation?.type === 'Default' && operation.operator.includes('=');
      return (
        isDefault || operation?.type === 'Slice' || (index !== undefined && !/^[@*\d]+$/.test(index.text))
      );
    }
    case 'ArithmeticBinary':
      return /^(?![=!<>]=$).*=$/.test(node.operator);
    case 'ArithmeticUnary':
      return /\+\+|--/.test(node.operator);
    case 'ArithmeticExpansion':
      return node.expression === undefined;
    case 'TestBinary':
      return /^-(eq|ne|lt|le|gt|ge)$/.test(node.operator) && /=/.test(node.left.text + node.right.text);
    default:
      return /^(Function|Coproc|Select|ArithmeticFor|FileDescriptorVariable)$/.test(node.type);
  }
}

function mayBeSetter(program: string, args: Command['args']): boolean {
  const [first] = args;
  switch (program) {
    case 'printf':
      return (
        first !== undefined &&
        (first.type !== 'Word' ||
          !isLiteral(first) ||
          first.value.startsWith('-') ||
          namedByPrintf(args.filter((arg) => arg.type === 'Word')).length > 0)
      );
    case 'command':
      return !/^-[vV]$/.test(first?.text ?? '');
    case 'wait':
      return first !== undefined;
    case 'set':
      return !args.every(({ text }) => /^(-[euxo]+|pipefail)$/.test(text));
    default:
      return SETTERS.test(program);
  }
}
