import * as z from 'zod';
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
  }),
  effects: ['read'],
  risk: ({ names }) =>
    names !== undefined && namesSecrets(names)
      ? { risk: 'MEDIUM', reasons: [`${names} may find files with secrets`] }
      : 'SAFE',
  touches: ({ files }) => files.map(({ path, access }) => ({ kind: 'path', access, path })),
  preview: ({ files, names }) =>
    `${files.map(({ path, access }) => `${access} ${path}`).join('\n')}${names === undefined ? '' : `\n\nfiles named ${names}`}`,
});
