import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMCPClient, ElicitationRequestSchema } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';
import { expect, onTestFinished, test } from 'vitest';
import { serveForFile } from '../support/http.ts';
import { BIN, temporaryDirectory } from '../support/program.ts';

const server = serveForFile();
const LIMIT_MS = 60_000;
const OPTIONS = { toolCallId: 't', messages: [], context: undefined };

type Tools = Awaited<ReturnType<Awaited<ReturnType<typeof createMCPClient>>['tools']>>;

const run = (tools: Tools, name: string, args: object): unknown =>
  // Sound: the arguments are checked by the server.
  tools[name]?.execute(args as never, OPTIONS as never);

test(
  'the MCP client of the AI SDK lists and calls tools over stdio, and a person answers in it',
  async () => {
    const root = temporaryDirectory();
    writeFileSync(join(root, 'poem.txt'), 'Roses\n');
    const args = [BIN, 'stdio', '--data-dir', temporaryDirectory(), '--root', root];
    const client = await createMCPClient({
      transport: new StdioTransport({ command: process.execPath, args }),
      capabilities: { elicitation: {} },
    });
    onTestFinished(() => client.close());
    const questions: string[] = [];
    client.onElicitationRequest(ElicitationRequestSchema, ({ params }) => {
      questions.push(params.message);
      return { action: 'accept', content: { decision: 'once' } };
    });
    const tools = await client.tools();
    expect(Object.keys(tools).length).toBeGreaterThan(100);
    expect(await run(tools, 'read_file', { path: join(root, 'poem.txt') })).toMatchObject({
      structuredContent: { content: 'Roses\n' },
    });
    await run(tools, 'write_file', { path: join(root, 'made.txt'), content: 'x' });
    expect(questions).toEqual([expect.stringContaining('made.txt')]);
    expect(existsSync(join(root, 'made.txt'))).toBe(true);
  },
  LIMIT_MS,
);

test(
  'the MCP client of the AI SDK lists and calls tools over HTTP',
  async () => {
    const { address, token } = server();
    const client = await createMCPClient({
      transport: { type: 'http', url: `${address}/mcp`, headers: { authorization: `Bearer ${token}` } },
    });
    onTestFinished(() => client.close());
    expect(await run(await client.tools(), 'greet', { name: 'Ann' })).toMatchObject({
      content: [{ type: 'text', text: 'Hello, Ann!' }],
    });
  },
  LIMIT_MS,
);
