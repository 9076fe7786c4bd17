import * as z from 'zod';
import { type SearchedTree, wholeTree } from '../../core/path/searched-tree.ts';
import { namesSecrets } from '../../core/path/sensitive-paths.ts';
import { defineNative, NATIVE_INPUT } from './define-native.ts';

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
      })
      .optional()
      .describe('It prints what it finds in files of the directories'),
  }),
  effects: ['read'],
  risk: async ({ files, names, search }, judge) => {
    const searches = search === undefined ? [] : files.map(({ path }) => path);
    if (names !== undefined && namesSecrets(names))
      return { risk: 'MEDIUM', reasons: [`${names} may find files with secrets`], searches };
    if (search === undefined) return { risk: 'SAFE', reasons: [] };
    // Most clients look at hidden files as well, and none into what git keeps.
    return { ...(await judge.secretsIn(searches.map((path) => treeOf(path, search)))), searches };
  },
  touches: ({ files }) => files.map(({ path, access }) => ({ kind: 'path', access, path })),
  preview: ({ files, names }) =>
    `${files.map(({ path, access }) => `${access} ${path}`).join('\n')}${names === undefined ? '' : `\n\nfiles named ${names}`}`,
});

const treeOf = (
  path: string,
  { globs, isIgnoredToo }: { readonly globs: readonly string[]; readonly isIgnoredToo: boolean },
): SearchedTree => ({
  ...wholeTree(path),
  isIgnoredToo,
  globs: [...globs, '!.git'],
  isOnlyNamed: globs.some((glob) => !glob.startsWith('!')),
});
