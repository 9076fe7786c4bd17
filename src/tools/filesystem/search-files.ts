import * as z from 'zod';
import { counted } from '../../core/text/counted.ts';
import { shownName } from '../../core/text/shown-name.ts';
import { defineTool } from '../../core/tool/tool.ts';

export const searchFiles = defineTool({
  name: 'search_files',
  pack: 'filesystem',
  title: 'Find files by name',
  description: 'Find files by glob, skipping ignored ones. search_text finds content.',
  input: z.strictObject({
    pattern: z.string().min(1).describe('*.ts at any depth, src/**/*.{js,ts} from path'),
    path: z.string().default('.').describe('Directory'),
    limit: z.number().int().min(1).max(10_000).default(500).describe('Most paths'),
    includeIgnored: z.boolean().default(false).describe('Also find ignored files'),
  }),
  output: z.strictObject({
    files: z.array(z.string()).describe('Sorted; relative to the current directory where they are in it'),
    truncated: z.boolean().describe('There are more'),
    secretFilesSkipped: z.number().describe('Matching files left out because they may hold secrets'),
  }),
  isText: true,
  effects: ['read'],
  risk: 'SAFE',
  isCore: true,
  touches: ({ path }) => [{ kind: 'path', access: 'list', path }],
  run: async (ctx, { path, ...query }) => {
    const { files, ...rest } = await ctx.search.files(path, query);
    return { files: [...files], ...rest };
  },
  toText: ({ files, truncated, secretFilesSkipped }) =>
    [
      ...(files.length > 0 ? files.map(shownName) : ['No files found']),
      ...(truncated ? ['More files fit: narrow the pattern, or raise limit'] : []),
      ...(secretFilesSkipped > 0 ? [`${counted(secretFilesSkipped, 'secret-like file')} not shown`] : []),
    ].join('\n'),
});
