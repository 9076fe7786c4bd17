import * as z from 'zod';
import { counted } from '../../core/text/counted.ts';
import { defineTool } from '../../core/tool/tool.ts';
import { filePath, index, trust, trustLine } from './fields.ts';

const dependency = z.strictObject({
  name: z.string().describe('File, package or module'),
  type: z.enum(['local', 'external', 'builtin', 'unresolved']).describe('local: a file of the project'),
  module: z.string().describe('As written in the import'),
  version: z.string().optional().describe('Installed version, else the declared range'),
  declared: z.string().optional().describe('Range in the manifest'),
  installed: z.string().optional().describe('Version that is installed'),
  dev: z.boolean().optional().describe('Declared for development only'),
  typeOnly: z.boolean().optional().describe('Only types are imported'),
  names: z.array(z.string()).describe('Names taken from it'),
  line: z.number().describe('Line of the first import'),
});

export const getDependencies = defineTool({
  name: 'context_get_dependencies',
  pack: 'context',
  title: 'Get the dependencies of a file',
  description:
    'What a source file imports: files of the project, packages with declared and installed version, built-in modules. With dependents, also which files import it.',
  input: z.strictObject({
    path: filePath,
    dependents: z
      .enum(['none', 'direct', 'all'])
      .default('none')
      .describe('Files that import this one; all: also through others'),
  }),
  output: z.strictObject({
    path: z.string().describe('The file'),
    dependencies: z.array(dependency).describe('In the order of the file'),
    dependents: z
      .array(
        z.strictObject({
          file: z.string().describe('File that imports it'),
          line: z.number().describe('Line of the import'),
          names: z.array(z.string()).describe('Names it takes'),
        }),
      )
      .optional()
      .describe('Sorted by file'),
    cycle: z
      .array(z.string())
      .optional()
      .describe('Files that import each other in a circle, from this one on'),
    index,
    ...trust,
  }),
  effects: ['read'],
  risk: 'SAFE',
  aliases: { getDependencies: {} },
  timeoutMs: 30_000,
  touches: ({ path }) => [{ kind: 'path', access: 'read', path }],
  run: async (ctx, { path, dependents: wanted }) => {
    const { dependencies, dependents, cycle, ...rest } = await ctx.code.dependencies(path, wanted);
    return {
      ...rest,
      index: { ...rest.index },
      dependencies: dependencies.map(({ isDev, isTypeOnly, names, ...one }) => ({
        ...one,
        names: [...names],
        ...(isDev && { dev: true }),
        ...(isTypeOnly && { typeOnly: true }),
      })),
      ...(dependents && { dependents: dependents.map((one) => ({ ...one, names: [...one.names] })) }),
      ...(cycle && { cycle: [...cycle] }),
    };
  },
  toText: ({ path, dependencies, dependents, cycle, ...answer }) =>
    [
      dependencies.length > 0 ? `${path} imports:` : `${path} imports nothing.`,
      ...dependencies.map(
        ({ name, type, version, dev, names, line }) =>
          `  ${line} ${type} ${name}${version === undefined ? '' : `@${version}`}${dev ? ' (dev)' : ''}` +
          `${names.length > 0 ? `: ${names.join(', ')}` : ''}`,
      ),
      ...(dependents
        ? [
            dependents.length === 0
              ? 'Imported by no file'
              : `Imported by ${counted(dependents.length, 'file')}:`,
            ...dependents.map(({ file, line }) => `  ${file}:${line}`),
          ]
        : []),
      ...(cycle ? [`Circle: ${[...cycle, cycle[0]].join(' -> ')}`] : []),
      trustLine(answer),
    ].join('\n'),
});
