import * as z from 'zod';
import { textContent } from '../../core/call/content.ts';
import { defineFixture } from './define-fixture.ts';

export const jsonSchema202012 = defineFixture({
  name: 'json_schema_2020_12_tool',
  description: 'Publishes a schema with keywords of JSON Schema 2020-12 that must arrive as they are.',
  input: z.strictObject({
    name: z.string().optional().describe('Any'),
    address: z
      .looseObject({ street: z.string().optional(), city: z.string().optional() })
      .optional()
      .describe('Any'),
    contactMethod: z.enum(['phone', 'email']).optional().describe('Decides what is required'),
    phone: z.string().optional().describe('Any'),
    email: z.string().optional().describe('Any'),
  }),
  inputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nobody awaits this object.
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  },
  run: (_ctx, args) => [textContent(JSON.stringify(args))],
});

export const mcpHeader = defineFixture({
  name: 'test_x_mcp_header',
  description: 'Has a parameter that clients repeat in a header, which must agree with it.',
  input: z.strictObject({
    region: z.string().meta({ description: 'Repeated as Mcp-Param-Region', 'x-mcp-header': 'Region' }),
  }),
  run: (_ctx, { region }) => [textContent(`Region: ${region}`)],
});
