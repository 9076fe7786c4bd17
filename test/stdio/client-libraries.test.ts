import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { VERSION } from '../../src/core/process/version.ts';
import { LIBRARIES } from '../support/agents.ts';
import { temporaryDirectory } from '../support/program.ts';
import { WAYS } from '../support/stdio.ts';

describe.each(WAYS)('client libraries, %s', (way) => {
  test.each(LIBRARIES)('$name lists tools and calls them', async (library) => {
    const root = temporaryDirectory();
    const path = join(root, 'poem.txt');
    writeFileSync(path, 'Roses\nViolets\n');
    const { client, revision, callTool } = await library.connect(way, { root });
    expect(revision).toBe(library.revision);
    expect(client.getServerVersion()).toEqual({ name: 'toolgate', title: 'Toolgate', version: VERSION });
    expect(client.getInstructions()).toContain('Toolgate runs tools on this machine');

    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['get_diagnostics', 'greet', 'list_directory', 'query_audit', 'read_file']),
    );
    expect(tools.find(({ name }) => name === 'read_file')).toMatchObject({
      title: 'Read a file',
      inputSchema: { type: 'object', required: ['path'], additionalProperties: false },
      outputSchema: { type: 'object' },
      annotations: { readOnlyHint: true, destructiveHint: false },
    });

    expect(await callTool('read_file', { path })).toMatchObject({
      content: [{ type: 'text', text: 'Roses\nViolets\n' }],
      structuredContent: { path, content: 'Roses\nViolets\n', encoding: 'utf-8', totalLines: 2 },
    });
    expect(await callTool('test_error_handling')).toMatchObject({
      content: [{ type: 'text', text: 'EXEC_FAILED: This tool intentionally returns an error for testing' }],
      isError: true,
    });
    await expect(callTool('no_such_tool')).rejects.toMatchObject({ code: -32602 });
    expect(await callTool('test_multiple_content_types')).toMatchObject({
      content: [{ type: 'text' }, { type: 'image' }, { type: 'resource' }],
    });
  });
});
