import type { z } from 'zod';
import { counted } from '../../core/text/counted.ts';
import type { codeAnalysis } from './code-analysis.ts';
import { trustLine } from './fields.ts';

type Analysis = z.output<typeof codeAnalysis>;
type Method = Analysis['classes'][number]['methods'][number] & { readonly container?: string | undefined };
type Property = Analysis['classes'][number]['properties'][number];

/** What was found in a file, for people and models; places are line:column-last line. */
export const analysisText = (found: Analysis): string =>
  [
    `${found.path} (${found.language}), changed ${found.lastModified}`,
    `${counted(found.lines, 'line')}, ${found.loc} with code, ${found.comments} with comments; complexity ${found.complexity}`,
    ...section('Imports', found.imports.map(importLine)),
    ...section('Exports', found.exports.map(exportLine)),
    ...section('Functions', found.functions.map(methodLine)),
    ...section('Classes', found.classes.flatMap(classLines)),
    trustLine(found),
  ].join('\n');

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)];

const importLine = ({ module, named, line, kind, typeOnly }: Analysis['imports'][number]): string =>
  `${line} ${kind} ${module}${named.length > 0 ? `: ${named.join(', ')}` : ''}${typeOnly ? ' (only types)' : ''}`;

const exportLine = ({ name, type, kind, from, local }: Analysis['exports'][number]): string =>
  [
    type === 'named' ? name : type === 'default' ? 'default' : 'everything',
    ...(kind === undefined ? [] : [`(${kind})`]),
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(local === undefined || local === '*'
      ? []
      : [`called ${local} ${from === undefined ? 'here' : 'there'}`]),
  ].join(' ');

const placeOf = ({ line, column, endLine }: Pick<Method, 'line' | 'column' | 'endLine'>): string =>
  `${line}:${column}-${endLine}`;

function methodLine(method: Method): string {
  const { name, kind, parameters, returnType, container, visibility, complexity } = method;
  const words = [
    ...(visibility === undefined ? [] : [visibility]),
    ...(method.static ? ['static'] : []),
    ...(method.async ? ['async'] : []),
    kind,
  ];
  const taken = parameters.map((one) => `${one.name}${one.optional ? '?' : ''}${typed(one.type)}`);
  return `${placeOf(method)} ${words.join(' ')} ${container === undefined ? '' : `${container}.`}${name}(${taken.join(', ')})${typed(returnType)}, complexity ${complexity}`;
}

function classLines(one: Analysis['classes'][number]): string[] {
  const above = (word: string, names: readonly string[] = []) =>
    names.length > 0 ? ` ${word} ${names.join(', ')}` : '';
  return [
    `${placeOf(one)} ${one.kind} ${one.name}${above('extends', one.extends)}${above('implements', one.implements)}`,
    ...one.properties.map((property) => `  ${propertyLine(property)}`),
    ...one.methods.map((method) => `  ${methodLine(method)}`),
  ];
}

const propertyLine = ({ name, type, line, visibility, ...property }: Property): string =>
  `${line} ${visibility === undefined ? '' : `${visibility} `}${property.static ? 'static ' : ''}property ${name}${typed(type)}`;

const typed = (type: string | undefined): string => (type === undefined ? '' : `: ${type}`);
