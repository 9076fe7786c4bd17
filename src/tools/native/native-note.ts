import * as z from 'zod';
import { defineNative, NATIVE_INPUT } from './define-native.ts';

export const nativeNote = defineNative({
  name: 'native_note',
  title: 'Plan, ask or delegate inside the agent',
  description:
    'A step of an agent that changes nothing by itself: a plan, a list, a subagent. It is recorded.',
  input: z.strictObject({ ...NATIVE_INPUT, about: z.string().describe('What it says of itself') }),
  effects: ['read'],
  risk: 'SAFE',
});
