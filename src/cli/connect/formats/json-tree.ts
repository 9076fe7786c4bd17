import { type Expression, type ObjectExpression, parseSync } from 'oxc-parser';

/** A JSON text, read with the places of its parts. */
export interface JsonTree {
  readonly root: JsonObject;
  /** The text with blanks in place of comments, so that a comma found in it is a comma. */
  readonly plain: string;
}

export interface JsonObject {
  readonly start: number;
  readonly end: number;
  readonly members: readonly JsonMember[];
}

export interface JsonMember {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly valueStart: number;
  readonly value: unknown;
  /** Where the value is an object. */
  readonly object?: JsonObject;
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

export const dataOf = ({ members }: JsonObject): Record<string, unknown> =>
  Object.fromEntries(members.map(({ key, value }) => [key, value]));

const objectOf = ({ start, end, properties }: ObjectExpression): JsonObject => ({
  start: start - 1,
  end: end - 1,
  members: properties.map((property) => {
    if (property.type !== 'Property' || property.shorthand || property.computed || property.method)
      throw wrong();
    const { key, value } = property;
    if (key.type !== 'Literal' || typeof key.value !== 'string' || key.raw === null) throw wrong();
    const object = value.type === 'ObjectExpression' ? objectOf(value) : undefined;
    return {
      key: String(JSON.parse(key.raw)),
      start: property.start - 1,
      end: property.end - 1,
      valueStart: value.start - 1,
      value: object ? dataOf(object) : meaningOf(value),
      ...(object && { object }),
    };
  }),
});

function meaningOf(node: Expression): unknown {
  if (node.type === 'ObjectExpression') return dataOf(objectOf(node));
  if (node.type === 'ArrayExpression')
    return node.elements.map((element) => {
      if (element === null || element.type === 'SpreadElement') throw wrong();
      return meaningOf(element);
    });
  if (node.type === 'UnaryExpression' && node.operator === '-') return -Number(meaningOf(node.argument));
  // A pattern, a big number and single quotes are JavaScript, and no JSON.
  if (node.type === 'Literal' && node.raw !== null) return JSON.parse(node.raw);
  throw wrong();
}

const wrong = (): Error => new Error('it is not a JSON object');
