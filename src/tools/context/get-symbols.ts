import * as z from 'zod';
import { ToolError } from '../../core/errors.ts';
import { hasText } from '../../core/text/find-text.ts';
import { nearest } from '../../core/text/nearest.ts';
import { defineTool } from '../../core/tool/tool.ts';
import type { SymbolKind, SymbolType } from '../../engines/code/facts.ts';
import { filePath, ofFile, place, trustOf } from './fields.ts';

const symbol = z.strictObject({
  name: z.string().describe('Name'),
  type: z.enum(['function', 'class', 'variable', 'type']).describe('Coarse kind'),
  kind: z.string().describe('Exact kind: method, interface, enum, property, ...'),
  ...place,
  endColumn: z.number().describe('Behind the last character of the definition'),
  startLine: z.number().describe('First line of the definition, with decorators and export'),
  container: z.string().optional().describe('Names around it, joined by dots'),
  signature: z.string().optional().describe('Up to its body, on one line'),
  doc: z.string().optional().describe('Its doc comment'),
  exported: z.boolean().optional().describe('Visible outside the file or module'),
});

export const getSymbols = defineTool({
  name: 'context_get_symbols',
  pack: 'context',
  title: 'List the symbols of a file',
  description:
    'Definitions of a source file with kind, exact lines, signature and doc comment. Cheaper than reading the file. For a folder use context_outline.',
  input: z.strictObject({
    path: filePath,
    query: z.string().max(1000).optional().describe('Only names that contain this, in any case'),
    kinds: z.array(z.string()).optional().describe('Only these kinds, such as ["class", "method"]'),
    withDocs: z.boolean().default(true).describe('Include doc comments'),
  }),
  output: z.strictObject({
    ...ofFile,
    symbols: z.array(symbol).describe('In the order of the file'),
  }),
  isText: true,
  effects: ['read'],
  risk: 'SAFE',
  aliases: { getSymbols: {} },
  touches: ({ path }) => [{ kind: 'path', access: 'read', path }],
  run: async (ctx, { path, query, kinds, withDocs }) => {
    checkKinds(kinds);
    const file = await ctx.code.facts(path);
    const wanted = query?.toLowerCase() ?? '';
    const symbols = file.symbols
      .filter(({ name }) => hasText(name.toLowerCase(), wanted))
      .filter(({ kind, type }) => kinds === undefined || kinds.includes(kind) || kinds.includes(type))
      .map(({ name, type, kind, line, column, range, container, signature, doc, isExported }) => ({
        name,
        type,
        kind,
        line,
        column,
        startLine: range.line,
        endLine: range.endLine,
        endColumn: range.endColumn,
        ...(container !== undefined && { container }),
        ...(signature !== undefined && { signature }),
        ...(withDocs && doc !== undefined && { doc }),
        ...(isExported && { exported: true }),
      }));
    return { ...trustOf(file), symbols };
  },
  toText: ({ symbols, reason }) =>
    [
      ...(symbols.length > 0 ? symbols.map(symbolLine) : ['No symbols found']),
      ...(reason === undefined ? [] : [`Note: ${reason}`]),
    ].join('\n'),
});

/** A record, so that none of them can be left out here. */
const KINDS: Readonly<Record<SymbolKind | SymbolType, true>> = {
  function: true,
  method: true,
  constructor: true,
  getter: true,
  setter: true,
  class: true,
  struct: true,
  interface: true,
  trait: true,
  protocol: true,
  enum: true,
  'enum-member': true,
  type: true,
  namespace: true,
  module: true,
  macro: true,
  property: true,
  field: true,
  constant: true,
  variable: true,
};

function checkKinds(kinds: readonly string[] = []): void {
  const unknown = kinds.find((kind) => !Object.hasOwn(KINDS, kind));
  if (unknown === undefined) return;
  const known = Object.keys(KINDS);
  const guess = nearest(unknown, known);
  throw new ToolError('VALIDATION', `There is no kind "${unknown}"`, {
    hint: `${guess === undefined ? '' : `Did you mean "${guess}"? `}Kinds are ${known.join(', ')}.`,
  });
}

function symbolLine({
  container,
  name,
  kind,
  line,
  endLine,
  signature,
  doc,
}: z.output<typeof symbol>): string {
  const indent = '  '.repeat(container === undefined ? 0 : container.split('.').length);
  const about = doc === undefined ? '' : `  // ${doc.split('\n')[0]}`;
  return `${indent}${line}-${endLine} ${kind} ${signature ?? name}${about}`;
}
