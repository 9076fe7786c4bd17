import * as z from 'zod';
import { defineNative, NATIVE_INPUT } from './define-native.ts';

export const nativeMcp = defineNative({
  name: 'native_mcp',
  title: 'Call a tool of another MCP server',
  description: 'A call to an MCP server beside Toolgate; what it does there is not known here.',
  input: z.strictObject({
    ...NATIVE_INPUT,
    server: z.string().describe('The name that the client has for the server'),
    name: z.string().describe('The tool there'),
    arguments: z.record(z.string(), z.unknown()).describe('What it is called with'),
  }),
  effects: ['read', 'write', 'delete', 'exec', 'network'],
  risk: ({ server, name }) => ({
    risk: 'MEDIUM',
    reasons: [`${name} of the MCP server ${server} is not Toolgate's`],
  }),
  // A standing answer is for this tool of this server: an address that holds both says so to the rules.
  touches: ({ server, name }) => [{ kind: 'url', url: `mcp://${partOf(name)}.${partOf(server)}/` }],
  preview: ({ server, name, arguments: given }) =>
    `${name} of ${server}\n\n${JSON.stringify(given, null, 2)}`,
});

/** The dot between them stands for itself: tool b.c of server a is not tool b of server c.a. */
const partOf = (name: string): string => encodeURIComponent(name).replaceAll('.', '%2E');
