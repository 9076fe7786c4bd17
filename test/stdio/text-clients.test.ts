import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BIN, temporaryDirectory } from '../support/program.ts';
import { createRepository } from '../support/repository.ts';
import { stdioArgs, WAYS, type Way } from '../support/stdio.ts';

interface Connected {
  listTools(): Promise<{ tools: { name: string; outputSchema?: object | undefined }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<object>;
}

interface Start {
  readonly way: Way;
  readonly root: string;
  readonly env?: Record<string, string>;
}

const childOf = ({ way, root, env = {} }: Start) => ({
  command: process.execPath,
  args: [BIN, ...stdioArgs(way, { root, packs: 'filesystem,git,shell,gate' })],
  env: {
    ...(process.env as Record<string, string>),
    TOOLGATE_TOOL_PERMISSIONS: '{"shell_execute":"allowed"}',
    ...env,
  },
  stderr: 'ignore' as const,
});

/** Each library calls itself what a client on the market calls itself. */
const LIBRARIES = {
  'client 2': async (name: string, start: Start): Promise<Connected> => {
    const client = new Client({ name, version: '1' });
    await client.connect(new StdioClientTransport(childOf(start)));
    onTestFinished(() => client.close());
    return client;
  },
  'client 2 of 2026-07-28': async (name: string, start: Start): Promise<Connected> => {
    const client = new Client(
      { name, version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    await client.connect(new StdioClientTransport(childOf(start)));
    onTestFinished(() => client.close());
    return client;
  },
  'sdk 1': async (name: string, start: Start): Promise<Connected> => {
    const client = new OlderClient({ name, version: '1' });
    await client.connect(new OlderTransport(childOf(start)));
    onTestFinished(() => client.close());
    return client as unknown as Connected; // Sound: only the types of the two generations differ here.
  },
};

const CODE = 'export const a = 1;\n\texport const b = "2";\n';

function createProject(): string {
  const repository = createRepository(temporaryDirectory());
  repository.commit('first', { 'a.ts': CODE });
  repository.write('a.ts', CODE.replace('1', '3'));
  return repository.path;
}

/** More names than an answer of 45 KB holds. */
function createLongList(): string {
  const root = createProject();
  mkdirSync(join(root, 'many'));
  for (let at = 0; at < 1000; at++) writeFileSync(join(root, 'many', `file-${at}.txt`), '');
  return root;
}

describe.each(Object.entries(LIBRARIES))('%s', (_, connect) => {
  test.each(['claude-code', 'codex-mcp-client'])('as %s it gets texts as texts', async (name) => {
    const root = createProject();
    const client = await connect(name, { way: 'in-process', root });
    const { tools } = await client.listTools();
    expect(tools.filter(({ outputSchema }) => outputSchema)).toEqual([]);
    const read = await client.callTool({ name: 'read_file', arguments: { path: `${root}/a.ts` } });
    expect(read).toMatchObject({ content: [{ type: 'text', text: CODE.replace('1', '3') }] });
    expect(read).not.toHaveProperty('structuredContent');
    const failed = await client.callTool({ name: 'shell_execute', arguments: { command: 'ls nowhere' } });
    expect(failed).toMatchObject({
      isError: true,
      content: [{}, { text: expect.stringContaining('nowhere') }],
    });
    expect(failed).not.toHaveProperty('structuredContent');
    const listed = await client.callTool({ name: 'list_directory', arguments: { path: root } });
    expect(listed).toHaveProperty('structuredContent.entries');
  });

  test('data that is longer than an answer may be is not put before a model', async () => {
    const root = createLongList();
    const args = { name: 'list_directory', arguments: { path: `${root}/many`, limit: 1000 } };
    const shown = await connect('codex-mcp-client', { way: 'in-process', root });
    await shown.listTools();
    const text = await shown.callTool(args);
    expect(text).not.toHaveProperty('structuredContent');
    expect(text).toMatchObject({ content: [{ text: expect.stringContaining('file-999.txt') }] });
    expect(JSON.stringify(text).length).toBeLessThan(60_000);
    const other = await connect('my-script', { way: 'in-process', root });
    await other.listTools();
    const { structuredContent } = (await other.callTool(args)) as {
      structuredContent: { entries: object[] };
    };
    expect(structuredContent.entries).toHaveLength(1000);
  });

  test('under any other name it gets both', async () => {
    const root = createProject();
    const client = await connect('codexter', { way: 'in-process', root });
    const { tools } = await client.listTools();
    expect(tools.filter(({ outputSchema }) => !outputSchema)).toEqual([]);
    expect(await client.callTool({ name: 'read_file', arguments: { path: `${root}/a.ts` } })).toMatchObject({
      structuredContent: { content: CODE.replace('1', '3') },
    });
  });
});

test.each(WAYS)('the user decides for a client, %s', async (way) => {
  const root = createProject();
  const env = { TOOLGATE_CLIENT_ANSWERS: '{"claude-code":"structured","*":"text"}' };
  const connect = LIBRARIES['client 2'];
  const args = { name: 'read_file', arguments: { path: `${root}/a.ts` } };
  const structured = await connect('claude-code', { way, root, env });
  expect(await structured.callTool(args)).toHaveProperty('structuredContent');
  const text = await connect('my-script', { way, root, env });
  expect(await text.callTool(args)).not.toHaveProperty('structuredContent');
});
