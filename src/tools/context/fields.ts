import * as z from 'zod';
import type { CodeFile } from '../../engines/code/code.ts';

export const filePath = z.string().min(1).describe('File, absolute or relative to the current directory');

/** How far an answer can be trusted; every answer of this pack has these. */
const trust = {
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
  column: z.number().describe('Of the name'),
  endLine: z.number().describe('Last line of the definition'),
};

export const parameter = z.strictObject({
  name: z.string().describe('As declared; ... marks the rest'),
  type: z.string().optional().describe('As declared'),
  optional: z.boolean().optional().describe('It may be left out'),
});
