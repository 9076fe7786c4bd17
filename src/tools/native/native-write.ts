import * as z from 'zod';
import { defineNative, NATIVE_INPUT } from './define-native.ts';

export const nativeWrite = defineNative({
  name: 'native_write',
  title: "Change files with the agent's own tools",
  description: 'Files that an agent writes, edits or deletes itself.',
  input: z.strictObject({
    ...NATIVE_INPUT,
    files: z
      .array(
        z.strictObject({
          path: z.string().describe('File'),
          access: z.enum(['write', 'delete']).describe('What is done with it'),
        }),
      )
      .min(1)
      .describe('All files it changes; a link under its own name and where it leads'),
    change: z.string().describe('The change, as the agent asks for it'),
  }),
  effects: ['write', 'delete'],
  risk: 'MEDIUM',
  touches: ({ files }) => files.map(({ path, access }) => ({ kind: 'path', access, path })),
  preview: ({ files, change }) =>
    `${files.map(({ path, access }) => `${access} ${path}`).join('\n')}\n\n${change}`,
});
