import * as z from 'zod';
import { defineNative, NATIVE_INPUT, unknownTouch } from './define-native.ts';

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
    unknown: z.array(z.string()).optional().describe('Parts of it that Toolgate does not know'),
  }),
  effects: ['write', 'delete'],
  risk: ({ tool, unknown }) => ({
    risk: 'MEDIUM',
    reasons: unknown ? [`Toolgate does not know what ${tool} makes of ${JSON.stringify(unknown[0])}`] : [],
  }),
  touches: ({ tool, files, unknown }) => [
    ...files.map(({ path, access }) => ({ kind: 'path', access, path }) as const),
    ...unknownTouch(tool, unknown),
  ],
  preview: ({ files, change }) =>
    `${files.map(({ path, access }) => `${access} ${path}`).join('\n')}\n\n${beginningOf(change)}`,
});

const LONGEST_SHOWN = 65_536;

const beginningOf = (change: string): string =>
  change.length <= LONGEST_SHOWN
    ? change
    : `${change.slice(0, LONGEST_SHOWN)}\n... not shown: the rest of ${change.length} characters. The arguments of this question hold all of it.`;
