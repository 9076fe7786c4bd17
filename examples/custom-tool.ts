// A tool of your own: name it under "toolModules" in ~/.toolgate/config.json, or give it to createToolgate.
import { defineTool } from 'toolgate';
import * as z from 'zod';

export const convertMoney = defineTool({
  name: 'convert_money',
  title: 'Convert money',
  description: 'Convert an amount from euros at a fixed rate.',
  input: z.strictObject({ euros: z.number().describe('Amount'), rate: z.number().describe('Price of a euro') }),
  output: z.strictObject({ amount: z.number().describe('Converted') }),
  effects: ['read'],
  risk: 'SAFE',
  run: (_ctx, { euros, rate }) => ({ amount: Math.round(euros * rate * 100) / 100 }),
});
