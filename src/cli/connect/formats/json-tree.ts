import { type ArrayExpression, type Expression, type ObjectExpression, parseSync } from 'oxc-parser';

/** A JSON text, read with the places of its parts. */
export interface JsonTree {
  readonly root: JsonBox;
  /** The text with blanks in place of comments, so that a comma found in it is a comma. */
  readonly plain: string;
}

/** An object or a list. */
export interface JsonBox {
  readonly start: number;
  readonly end: number;
  readonly isList: boolean;
  readonly parts: readonly JsonPart[];
}

/** A member of an object, or an element of a list, which has no key. */
export interface JsonPart {
  readonly key?: string;
  readonly start: number;
  readonly end: number;
  readonly valueStart: number;
  readonly value: unknown;
  /** Where the value is an object or a list. */
  readonly box?: JsonBox;
}

/** Reads JSON, with comments and commas at the end where there are any: a part of JavaScript's grammar. */
export function jsonTree(text: string): JsonTree {
  // The bracket stands for a blank of the text's own, so that all places are one too high.
  const { program, comments, errors } = parseSync('settings.js', `(${text}\n)`, { sourceType: 'script' });
  const [statement, ...more] = program.body;
  if (errors.length > 0 || more.length > 0 || statement?.type !== 'ExpressionStatement') throw wrong();
  const { expression } = statement;
  const inner = expression.type === 'ParenthesizedExpression' ? expression.expression : expression;
  if (inner.type !== 'ObjectExpression') throw wrong();
  let plain = text;
  for (const { start, end } of comments)
    plain = plain.slice(0, start - 1) + ' '.repeat(end - start) + plain.slice(end - 1);
  return { root: objectOf(inner), plain };
}

export const dataOf = ({ parts, isList }: JsonBox): unknown =>
  isList
    ? parts.map(({ value }) => value)
    : Object.fromEntries(parts.map(({ key = '', value }) => [key, value]));

const objectOf = ({ start, end, properties }: ObjectExpression): JsonBox => ({
  start: start - 1,
  end: end - 1,
  isList: false,
  parts: properties.map((property) => {
    if (property.type !== 'Property' || property.shorthand || property.computed || property.method)
      throw wrong();
    const { key, value } = property;
    if (key.type !== 'Literal' || typeof key.value !== 'string' || key.raw === null) throw wrong();
    return { ...partOf(value), key: String(JSON.parse(key.raw)), start: property.start - 1 };
  }),
});

const listOf = ({ start, end, elements }: ArrayExpression): JsonBox => ({
  start: start - 1,
  end: end - 1,
  isList: true,
  parts: elements.map((element) => {
    if (element === null || element.type === 'SpreadElement') throw wrong();
    return partOf(element);
  }),
});

function partOf(node: Expression): JsonPart {
  const place = { start: node.start - 1, end: node.end - 1, valueStart: node.start - 1 };
  const box =
    node.type === 'ObjectExpression'
      ? objectOf(node)
      : node.type === 'ArrayExpression'
        ? listOf(node)
        : undefined;
  return box ? { ...place, value: dataOf(box), box } : { ...place, value: meaningOf(node) };
}

function meaningOf(node: Expression): unknown {
  if (node.type === 'UnaryExpression' && node.operator === '-') return -Number(meaningOf(node.argument));
  // A pattern, a big number and single quotes are JavaScript, and no JSON.
  if (node.type === 'Literal' && node.raw !== null) return JSON.parse(node.raw);
  throw wrong();
}

const wrong = (): Error => new Error('it is not a JSON object');
