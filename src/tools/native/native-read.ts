import * as z from 'zod';
import { type SearchedTree, wholeTree } from '../../core/path/searched-tree.ts';
import { namesSecrets } from '../../core/path/sensitive-paths.ts';
import { defineNative, NATIVE_INPUT, unknownTouch } from './define-native.ts';

export const nativeRead = defineNative({
  name: 'native_read',
  title: "Read files with the agent's own tools",
  description: 'Files and directories that an agent reads, lists or searches itself.',
  input: z.strictObject({
    ...NATIVE_INPUT,
    files: z
      .array(
        z.strictObject({
          path: z.string().describe('File or directory'),
          access: z.enum(['read', 'list']).describe('What is done with it'),
        }),
      )
      .min(1)
      .describe('What it reads; a link under its own name and where it leads'),
    names: z.string().optional().describe('Pattern of file names it looks for'),
    search: z
      .strictObject({
        globs: z.array(z.string()).describe('Only files that fit one of these; `!` in front takes out'),
        isIgnoredToo: z.boolean().describe('What git ignores as well'),
        followsLinks: z.boolean().optional().describe('Where links lead as well'),
      })
      .optional()
      .describe('It prints what it finds in files of the directories'),
    unknown: z.array(z.string()).optional().describe('Arguments that Toolgate does not know'),
  }),
  effects: ['read'],
  risk: async ({ tool, files, names, search, unknown }, judge) => {
    const searches = search === undefined ? [] : files.map(({ path }) => path);
    if (unknown !== undefined)
      return {
        risk: 'MEDIUM',
        reasons: [`Toolgate does not know these arguments of ${tool}: ${unknown.join(', ')}`],
        searches,
      };
    if (names !== undefined && namesSecrets(names))
      return { risk: 'MEDIUM', reasons: [`${names} may find files with secrets`], searches };
    if (search === undefined) return { risk: 'SAFE', reasons: [] };
    // Most clients look at hidden files as well, and none into what git keeps.
    return { ...(await judge.secretsIn(searches.map((path) => treeOf(path, search)))), searches };
  },
  touches: ({ tool, files, unknown }) => [
    ...files.map(({ path, access }) => ({ kind: 'path', access, path }) as const),
    ...unknownTouch(tool, unknown),
  ],
  preview: ({ files, names, unknown }) =>
    [
      files.map(({ path, access }) => `${access} ${path}`).join('\n'),
      ...(names === undefined ? [] : [`files named ${names}`]),
      ...(unknown === undefined ? [] : [`with ${unknown.join(', ')}`]),
    ].join('\n\n'),
});

interface Search {
  readonly globs: readonly string[];
  readonly isIgnoredToo: boolean;
  readonly followsLinks?: boolean | undefined;
}

const treeOf = (path: string, { globs, isIgnoredToo, followsLinks = false }: Search): SearchedTree => ({
  ...wholeTree(path),
  isIgnoredToo,
  followsLinks,
  globs: [...globs, '!.git'],
  isOnlyNamed: globs.some((glob) => !glob.startsWith('!')),
});
