import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import type { ExportFact } from '../../engines/code/facts.ts';
import { analysisText } from './analysis-text.ts';
import { codeAnalysis } from './code-analysis.ts';
import { describeClasses, describeFunctions } from './code-parts.ts';
import { filePath, trustOf } from './fields.ts';

export const analyzeCode = defineTool({
  name: 'context_analyze_code',
  pack: 'context',
  title: 'Analyze a source file',
  description:
    'Imports, exports, functions with parameters and complexity, classes with methods and properties, and line counts of a source file. For positions and docs of all symbols use context_get_symbols.',
  input: z.strictObject({ path: filePath }),
  output: codeAnalysis,
  effects: ['read'],
  risk: 'SAFE',
  aliases: { analyzeCode: {} },
  touches: ({ path }) => [{ kind: 'path', access: 'read', path }],
  run: async (ctx, { path }) => {
    const file = await ctx.code.facts(path);
    return {
      ...trustOf(file),
      imports: file.imports.map(({ module, names, line, kind, isType }) => ({
        module,
        named: names.map(({ name, alias }) => (alias === undefined ? name : `${name} as ${alias}`)),
        line,
        kind,
        ...(isType && { typeOnly: true }),
      })),
      exports: onceEach([...file.exports, ...(file.commonExports ?? [])]).map(
        ({ name, kind, from, local }) => ({
          name,
          type:
            name === '*' ? ('all' as const) : name === 'default' ? ('default' as const) : ('named' as const),
          ...(kind !== undefined && { kind }),
          ...(from !== undefined && { from }),
          ...(local !== undefined && { local }),
        }),
      ),
      functions: describeFunctions(file.symbols),
      classes: describeClasses(file.symbols),
      complexity: file.symbols.reduce((sum, { complexity = 0 }) => sum + complexity, 0),
      lines: file.lines,
      loc: file.loc,
      comments: file.commentLines,
    };
  },
  toText: analysisText,
});

/** A function with several signatures is given out once. */
const onceEach = (facts: readonly ExportFact[]): ExportFact[] => [
  ...new Map(facts.map((fact) => [`${fact.name}\0${fact.from}\0${fact.kind}`, fact])).values(),
];
