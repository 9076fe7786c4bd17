import { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { chosenTool } from './one-tool.ts';

/** One tool the way the SDK's own examples register it. */
export function createBareServer(): McpServer {
  const { name, description, argument, run } = chosenTool();
  const server = new McpServer({ name: 'bare-sdk', version: '1.0.0' });
  server.registerTool(name, { description, inputSchema: z.object({ [argument]: z.string() }) }, (args) => ({
    content: [{ type: 'text', text: run(String(args[argument])) }],
  }));
  return server;
}
