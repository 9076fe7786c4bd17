import * as z from 'zod';
import { defineNative, NATIVE_INPUT } from './define-native.ts';

export const nativeSearch = defineNative({
  name: 'native_search',
  title: "Search the web with the agent's own tools",
  description: 'A search that the service behind an agent makes.',
  input: z.strictObject({ ...NATIVE_INPUT, query: z.string().describe('What is searched for') }),
  effects: ['read', 'network'],
  risk: 'LOW',
  preview: ({ query }) => `Search the web for ${JSON.stringify(query)}`,
});
