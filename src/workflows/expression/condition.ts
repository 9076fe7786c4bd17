import { hasText } from '../../core/text/find-text.ts';
import { type Scope, textOf, valueAt } from './scope.ts';

/**
 * Conditions: literals, paths, comparison, && || !, contains, startsWith and endsWith. No loops, no regular
 * expressions and no properties of JavaScript: evaluating one takes time in proportion to its length.
 */
export type Condition =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'always' }
  | { readonly kind: 'path'; readonly path: readonly string[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Condition[] }
  | { readonly kind: 'binary'; readonly op: string; readonly left: Condition; readonly right: Condition };

const TOKEN =
  /\s*(?:("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(-?\d+(?:\.\d+)?)|([A-Za-z_][\w-]*(?:\.[\w-]+)*)|(&&|\|\||[=!<>]=|[<>!(),]))/y;

const LEVELS = [['||'], ['&&'], ['==', '!='], ['<', '<=', '>', '>=']];
const FUNCTIONS: Readonly<Record<string, (text: unknown, part: unknown) => boolean>> = {
  contains: (text, part) =>
    Array.isArray(text) ? text.some((item) => item === part) : hasText(textOf(text), textOf(part)),
  startsWith: (text, part) => textOf(text).startsWith(textOf(part)),
  endsWith: (text, part) => textOf(text).endsWith(textOf(part)),
};
const ROOTS = ['inputs', 'steps', 'run'];
const DEPTH = 50;

/** Throws an Error that says what is wrong and where. */
export function parseCondition(text: string): Condition {
  const tokens = tokenize(text);
  let at = 0;
  const peek = () => tokens[at];
  const take = (expected: string): void => {
    if (tokens[at++] !== expected) throw new Error(`"${expected}" is missing in "${text}"`);
  };
  const binary = (level: number, depth: number): Condition => {
    if (depth > DEPTH) throw new Error('it is nested too deeply');
    const ops = LEVELS[level];
    if (!ops) return unary(depth + 1);
    let left = binary(level + 1, depth + 1);
    for (let op = peek(); op !== undefined && ops.includes(op); op = peek()) {
      at++;
      left = { kind: 'binary', op, left, right: binary(level + 1, depth + 1) };
    }
    return left;
  };
  const unary = (depth: number): Condition => {
    const token = tokens[at++];
    if (token === undefined) throw new Error(`"${text}" ends too early`);
    if (token === '!') return { kind: 'not', of: unary(depth + 1) };
    if (token !== '(') return operand(token, depth);
    const inner = binary(0, depth + 1);
    take(')');
    return inner;
  };
  const operand = (token: string, depth: number): Condition => {
    if (/^["']/.test(token)) return { kind: 'value', value: token.slice(1, -1).replace(/\\(.)/g, '$1') };
    if (/^-?\d/.test(token)) return { kind: 'value', value: Number(token) };
    if (token === 'always') return { kind: 'always' };
    if (token in WORDS) return { kind: 'value', value: WORDS[token as keyof typeof WORDS] };
    if (peek() === '(') return call(token, depth);
    const path = token.split('.');
    if (token === 'failed') return { kind: 'path', path: ['run', 'failed'] };
    if (!ROOTS.includes(path[0] ?? '') || path.length < 2)
      throw new Error(`"${token}" is unknown; there are inputs.x, steps.x.status, failed and always`);
    return { kind: 'path', path };
  };
  const call = (name: string, depth: number): Condition => {
    if (!Object.hasOwn(FUNCTIONS, name))
      throw new Error(`there is no function ${name}; there are ${Object.keys(FUNCTIONS).join(', ')}`);
    take('(');
    const first = binary(0, depth + 1);
    take(',');
    const second = binary(0, depth + 1);
    take(')');
    return { kind: 'call', name, args: [first, second] };
  };
  const parsed = binary(0, 0);
  if (at < tokens.length) throw new Error(`"${tokens[at]}" is too much in "${text}"${calledHow(tokens[at])}`);
  return parsed;
}

const WORDS = { true: true, false: false, null: null };

const calledHow = (token = ''): string =>
  Object.hasOwn(FUNCTIONS, token) ? `; it is called with both texts: ${token}(inputs.x, 'text')` : '';

const unread = (rest: string): string =>
  rest.startsWith('=')
    ? `"${rest.slice(0, 20)}" cannot be read; equal is ==`
    : `"${rest.slice(0, 20)}" cannot be read`;

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  const source = text.trim();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const from = TOKEN.lastIndex;
    const match = TOKEN.exec(source);
    if (!match) throw new Error(unread(source.slice(from).trim()));
    tokens.push(match[0].trim());
  }
  return tokens;
}

export const evaluate = (condition: Condition, scope: Scope): boolean => Boolean(resultOf(condition, scope));

function resultOf(condition: Condition, scope: Scope): unknown {
  switch (condition.kind) {
    case 'value':
      return condition.value;
    case 'always':
      return true;
    case 'path':
      return valueAt(scope, condition.path) ?? null;
    case 'not':
      return !resultOf(condition.of, scope);
    case 'call': {
      const [text, part] = condition.args.map((arg) => resultOf(arg, scope));
      return FUNCTIONS[condition.name]?.(text, part);
    }
    case 'binary':
      return compare(condition.op, resultOf(condition.left, scope), () => resultOf(condition.right, scope));
  }
}

function compare(op: string, left: unknown, other: () => unknown): unknown {
  if (op === '&&') return left ? other() : left;
  if (op === '||') return left ? left : other();
  const right = other();
  if (op === '==') return left === right;
  if (op === '!=') return left !== right;
  // Text and numbers compare among themselves; anything else is neither smaller nor larger.
  if (typeof left !== typeof right || (typeof left !== 'number' && typeof left !== 'string')) return false;
  const [a, b] = [left, right as typeof left];
  return { '<': a < b, '<=': a <= b, '>': a > b, '>=': a >= b }[op];
}

/** Paths a condition looks at. */
export function pathsIn(condition: Condition): (readonly string[])[] {
  switch (condition.kind) {
    case 'path':
      return [condition.path];
    default:
      return partsOf(condition).flatMap(pathsIn);
  }
}

function partsOf(condition: Condition): readonly Condition[] {
  switch (condition.kind) {
    case 'not':
      return [condition.of];
    case 'call':
      return condition.args;
    case 'binary':
      return [condition.left, condition.right];
    default:
      return [];
  }
}

/** The texts that the status of a step is compared with. */
export function comparedStatuses(condition: Condition): string[] {
  if (condition.kind !== 'binary' || (condition.op !== '==' && condition.op !== '!='))
    return partsOf(condition).flatMap(comparedStatuses);
  const sides = [condition.left, condition.right];
  const isStatus = sides.some((side) => side.kind === 'path' && isStatusOf(side.path));
  if (!isStatus) return sides.flatMap(comparedStatuses);
  return sides.flatMap((side) =>
    side.kind === 'value' && typeof side.value === 'string' ? [side.value] : [],
  );
}

const isStatusOf = ([root, , field, ...more]: readonly string[]): boolean =>
  root === 'steps' && field === 'status' && more.length === 0;

/**
 * The steps whose failure it decides about by itself, instead of being left out after it. Who asks for a status asks
 * how things went; an exit code and an error are of one step, and say nothing about others that failed.
 */
export function stepsDecidedBy(condition: Condition): ReadonlySet<string> | 'all' {
  const paths = pathsIn(condition);
  const isAboutAll = paths.some(
    ([root, name, field]) => field === 'status' || (root === 'run' && name === 'failed'),
  );
  if (isAboutAll || saysAlways(condition)) return 'all';
  return new Set(
    paths.flatMap(([, id = '', field]) => (field === 'exitCode' || field === 'error' ? [id] : [])),
  );
}

const saysAlways = (condition: Condition): boolean =>
  condition.kind === 'always' || partsOf(condition).some(saysAlways);
