import * as z from 'zod';
import { defineTool } from '../../src/core/tool/tool.ts';

const schema = z.strictObject({});

/** Reads, and nothing comes of it: for tests of what stands around a call. */
export const look = defineTool({
  name: 'look',
  pack: 'ci',
  title: 'Look',
  description: 'Looks',
  input: schema,
  output: schema,
  effects: ['read'],
  risk: 'SAFE',
  run: () => ({}),
});
