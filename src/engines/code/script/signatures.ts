import { cutAtWord } from '../../../core/text/cut-at-word.ts';
import type { Parameter } from '../facts.ts';
import { child, children, type Node, nameOf } from './node.ts';

const LONGEST = 300;

/** A piece of the text on one line, cut where it is long. */
export function shortText(text: string, start: number, end: number, longest = LONGEST): string {
  // What is cut off anyway need not be made one line first.
  const line = text
    .slice(start, Math.min(end, start + longest * 4))
    .replace(/\s+/g, ' ')
    .replace(/(?:\s|\{|=>|=|;|,)+$/, '')
    .trim();
  return cutAtWord(line, longest - 1);
}

/** A definition up to its body. */
export const signatureOf = (text: string, node: Node, statement: Node = node): string =>
  shortText(text, statement.start, child(node, 'body')?.start ?? node.end);

const typeText = (text: string, annotation: Node | undefined): string | undefined => {
  const type = child(annotation, 'typeAnnotation');
  return type && shortText(text, type.start, type.end, 200);
};

/** What a function takes and gives. */
export function functionFacts(text: string, node: Node) {
  const returnType = typeText(text, child(node, 'returnType'));
  return {
    parameters: children(node, 'params').map((parameter) => parameterOf(text, parameter)),
    ...(returnType !== undefined && { returnType }),
    ...(node.async === true && { isAsync: true as const }),
    complexity: 1,
  };
}

function parameterOf(text: string, node: Node): Parameter {
  const inner =
    node.type === 'TSParameterProperty'
      ? child(node, 'parameter')
      : node.type === 'AssignmentPattern'
        ? child(node, 'left')
        : node.type === 'RestElement'
          ? child(node, 'argument')
          : undefined;
  if (node.type === 'TSParameterProperty' && inner) return parameterOf(text, inner);
  const target = inner ?? node;
  const annotation = child(node, 'typeAnnotation') ?? child(target, 'typeAnnotation');
  const type = typeText(text, annotation);
  const end = child(target, 'typeAnnotation')?.start ?? target.end;
  const name = nameOf(target) ?? shortText(text, target.start, end, 120).replace(/\s*\??\s*:?$/, '');
  const isOptional = node.type === 'AssignmentPattern' || target.optional === true;
  return {
    name: node.type === 'RestElement' ? `...${name}` : name,
    ...(type !== undefined && { type }),
    ...(isOptional && { isOptional: true as const }),
  };
}

/** What a class or an interface is made from. */
export function heritageOf(text: string, node: Node) {
  const textOf = (part: Node): string => shortText(text, part.start, part.end, 120);
  const base = child(node, 'superClass');
  const extended = node.type === 'TSInterfaceDeclaration' ? children(node, 'extends') : base ? [base] : [];
  const implemented = children(node, 'implements');
  return {
    ...(extended.length > 0 && { extends: extended.map(textOf) }),
    ...(implemented.length > 0 && { implements: implemented.map(textOf) }),
  };
}

/** The type that stands behind a property. */
export const valueTypeOf = (text: string, node: Node): string | undefined =>
  typeText(text, child(node, 'typeAnnotation'));
