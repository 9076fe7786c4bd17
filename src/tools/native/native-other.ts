import * as z from 'zod';
import { defineNative, NATIVE_INPUT } from './define-native.ts';

export const nativeOther = defineNative({
  name: 'native_other',
  title: "Use a tool of the agent's that Toolgate does not know",
  description:
    'A tool of an agent that nothing is known of; the person who is asked decides by its arguments.',
  input: z.strictObject({
    ...NATIVE_INPUT,
    arguments: z.record(z.string(), z.unknown()).describe('What it is called with'),
  }),
  effects: ['read', 'write', 'delete', 'exec', 'network'],
  risk: ({ tool }) => ({ risk: 'MEDIUM', reasons: [`Toolgate does not know what ${tool} does`] }),
  touches: ({ tool }) => [{ kind: 'url', url: `tool://${encodeURIComponent(tool)}/` }],
  preview: ({ tool, arguments: given }) => `${tool}\n\n${JSON.stringify(given, null, 2)}`,
});
