import * as z from 'zod';
import { defineNative, NATIVE_INPUT } from './define-native.ts';

export const nativeFetch = defineNative({
  name: 'native_fetch',
  title: "Fetch pages with the agent's own tools",
  description: 'Addresses that an agent contacts itself.',
  input: z.strictObject({
    ...NATIVE_INPUT,
    urls: z.array(z.string()).min(1).describe('Every address it names'),
  }),
  effects: ['read', 'network'],
  risk: ({ urls }, judge) => {
    const forbidden = urls.map(judge.refuseUrl).find((reason) => reason !== undefined);
    if (forbidden !== undefined) return { risk: 'CRITICAL', reasons: [forbidden], forbidden };
    return { risk: 'LOW', reasons: urls.map((url) => `contacts ${new URL(url).hostname}`) };
  },
  touches: ({ urls }) => urls.map((url) => ({ kind: 'url', url })),
  preview: ({ urls }) => urls.map((url) => `Fetch ${url}`).join('\n'),
});
