import * as z from 'zod';
import type { CodeFile } from '../../engines/code/code.ts';

export const filePath = z.string().min(1).describe('File, absolute or relative to the current directory');

/** How far an answer can be trusted; every answer of this pack has these. */
export const trust = {
  tier: z
    .enum(['semantic', 'graph', 'syntax', 'text'])
    .describe('Source: language server, import graph, syntax tree of the file, or words'),
  complete: z.boolean().describe('Nothing can be missing'),
  reason: z.string().optional().describe('Why something may be missing, or what to know about it'),
};

/** The same for what was read from the text of one file. */
export const ofFile = {
  path: z.string().describe('Absolute path'),
  language: z.string().describe('Language by file name'),
  lastModified: z.string().describe('Of the file that was read, as ISO time'),
  ...trust,
};

export function trustOf({ path, language, lastModified, syntaxErrors, note }: CodeFile) {
  const reason =
    note ??
    (syntaxErrors > 0
      ? `The file has syntax errors (${syntaxErrors}); definitions near them may be missing`
      : undefined);
  return {
    path,
    language,
    lastModified,
    tier: 'syntax' as const,
    complete: reason === undefined,
    ...(reason !== undefined && { reason }),
  };
}

export const place = {
  line: z.number().describe('Of the name'),
  column: z.number().describe('Of the name, from 1, in UTF-16 units'),
  endLine: z.number().describe('Last line of the definition'),
};

export const parameter = z.strictObject({
  name: z.string().describe('As declared; ... marks the rest'),
  type: z.string().optional().describe('As declared'),
  optional: z.boolean().optional().describe('It may be left out'),
});

/** How much of the tree was known when it was asked. */
export const index = z
  .strictObject({
    state: z.enum(['ready', 'building']).describe('building: ask again for a better answer'),
    files: z.number().describe('Code files in the tree'),
    filesRead: z.number().describe('Those read so far'),
  })
  .describe('The index of the tree, as it was for this answer');

export const symbolQuery = {
  symbol: z.string().min(1).max(300).describe('Name, or Class.member'),
  path: z.string().default('.').describe('File that defines or uses it, or directory to look in'),
  line: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('Line in that file, to tell apart what has the same name'),
};

export const definition = z.strictObject({
  file: z.string().describe('Relative to the current directory where it is in it'),
  line: z.number().describe('Of the name'),
  column: z.number().describe('Of the name, from 1, in UTF-16 units'),
  endLine: z.number().describe('Last line of the definition'),
  name: z.string().describe('Name'),
  kind: z.string().describe('function, class, method, ...'),
  container: z.string().optional().describe('Names around it'),
  signature: z.string().optional().describe('Up to its body'),
});

export const definitionLine = ({
  file,
  line,
  column,
  kind,
  container,
  name,
  signature,
}: z.output<typeof definition>): string =>
  `${file}:${line}:${column} ${signature ?? `${kind} ${container === undefined ? '' : `${container}.`}${name}`}`;

/** The last line of a text: what to make of the answer. */
export const trustLine = ({
  tier,
  complete,
  reason,
}: {
  tier: string;
  complete: boolean;
  reason?: string | undefined;
}): string =>
  `[${tier}, ${complete ? 'complete' : 'may be incomplete'}${reason === undefined ? '' : `: ${reason}`}]`;

/** What of a definition is shown. */
export function shownDefinition(one: z.output<typeof definition>): z.output<typeof definition> {
  const { file, line, column, endLine, name, kind, container, signature } = one;
  return {
    file,
    line,
    column,
    endLine,
    name,
    kind,
    ...(container !== undefined && { container }),
    ...(signature !== undefined && { signature }),
  };
}
