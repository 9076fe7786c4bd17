import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { serveForFile } from '../support/http.ts';

const server = serveForFile();

beforeAll(() => writeFileSync(join(server().root, 'note.txt'), 'remember\n'));

async function connect(name: string, options: ClientOptions): Promise<Client> {
  const client = new Client({ name, version: '1' }, options);
  const requestInit = { headers: { authorization: `Bearer ${server().token}` } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${server().address}/mcp`), { requestInit }),
  );
  onTestFinished(() => client.close());
  return client;
}

const ERAS: [string, ClientOptions][] = [
  ['2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
  ['2025-11-25', {}],
];

test.each(ERAS)(
  'over HTTP, too, a file is a text for those who would show its data: %s',
  async (_, options) => {
    const call = { name: 'read_file', arguments: { path: join(server().root, 'note.txt') } };
    const schemaOf = async (client: Client) =>
      (await client.listTools()).tools.find(({ name }) => name === 'read_file')?.outputSchema;
    const codex = await connect('codex-mcp-client', options);
    expect(await schemaOf(codex)).toBeUndefined();
    expect(await codex.callTool(call)).not.toHaveProperty('structuredContent');
    const other = await connect('another', options);
    expect(await schemaOf(other)).toMatchObject({ type: 'object' });
    expect(await other.callTool(call)).toMatchObject({ structuredContent: { content: 'remember\n' } });
  },
);
