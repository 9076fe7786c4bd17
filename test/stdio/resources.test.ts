import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { AGENTS } from '../support/agents.ts';
import { modernMeta } from '../support/line-client.ts';
import { temporaryDirectory } from '../support/program.ts';
import { runProgram } from '../support/run-program.ts';
import { startStdio } from '../support/stdio.ts';

function directoryWithFile(name: string, content: string) {
  const root = temporaryDirectory();
  const path = join(root, name);
  writeFileSync(path, content);
  return { root, path, uri: pathToFileURL(path).href };
}

describe.each(AGENTS)('resources, $name, $way', ({ way, connect }) => {
  test('files of the open directory are listed and read as text or base64, others are refused', async () => {
    const { root, uri } = directoryWithFile('a b.txt', 'Grüße\n');
    const outside = directoryWithFile('secret.txt', 'hidden');
    const { client } = await connect(way, { root });
    const { resources } = await client.listResources();
    expect(resources.filter((resource) => resource.uri.startsWith('file:'))).toEqual([
      { uri, name: 'a b.txt', title: expect.any(String), description: expect.any(String) },
    ]);
    expect(await client.readResource({ uri })).toMatchObject({
      contents: [{ uri, mimeType: 'text/plain', text: 'Grüße\n' }],
    });
    writeFileSync(join(root, 'bytes.bin'), Buffer.from([0, 255, 254, 1]));
    const bytes = `${pathToFileURL(root).href}/bytes.bin`;
    expect(await client.readResource({ uri: bytes })).toMatchObject({
      contents: [{ uri: bytes, mimeType: 'application/octet-stream', blob: 'AP/+AQ==' }],
    });
    await expect(client.readResource({ uri: outside.uri })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(`OUTSIDE_ROOT: ${outside.path} is outside`),
    });
    await expect(client.readResource({ uri: `${pathToFileURL(root).href}/none` })).rejects.toMatchObject({
      code: -32602,
      data: { uri: `${pathToFileURL(root).href}/none` },
    });
  });

  test('entries of the record are read by number, templates by what is filled in', async () => {
    const { client, callTool } = await connect(way);
    await callTool('greet', { name: 'Ada' });
    const uri = 'toolgate://audit/1';
    const { resources } = await client.listResources();
    expect(resources.map((resource) => resource.uri)).toContain(uri);
    const [content] = (await client.readResource({ uri })).contents;
    expect(content).toEqual({ uri, mimeType: 'application/json', text: expect.any(String) });
    expect(JSON.parse(content && 'text' in content ? content.text : '')).toMatchObject({
      seq: 1,
      kind: 'intent',
      body: { tool: 'greet', args: { name: 'Ada' }, client: 'test-client' },
    });
    for (const none of ['99999', '0', '-1', 'x', '1e2', '99999999999999999999'])
      await expect(client.readResource({ uri: `toolgate://audit/${none}` })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringMatching(/Resource .*not found/),
      });

    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(
      expect.arrayContaining(['toolgate://audit/{seq}', 'file:///{+path}', 'test://template/{id}/data']),
    );
    const filled = 'test://template/7/data';
    expect(await client.readResource({ uri: filled })).toMatchObject({
      contents: [{ uri: filled, text: '{"id":"7","templateTest":true,"data":"Data for ID: 7"}' }],
    });
  });
});

test.each(['older', 'modern'])(
  'an agent that is stopped by its name reads no resource either, %s',
  async (era) => {
    const { root, uri } = directoryWithFile('a.txt', 'text');
    const dataDir = temporaryDirectory();
    const client = startStdio('pipe', { root, dataDir });
    if (era === 'older') await client.initialize();
    const meta = era === 'older' ? {} : { _meta: modernMeta() };
    const ref = { type: 'ref/resource', uri: 'file:///{+path}' };
    const ask = async () => [
      (await client.request('resources/read', { uri, ...meta })).error?.message,
      (await client.request('resources/list', meta)).result?.resources,
      (await client.request('completion/complete', { ref, argument: { name: 'path', value: root }, ...meta }))
        .result?.completion,
    ];
    mkdirSync(join(root, 'folder'));
    writeFileSync(join(root, 'folder/deep.txt'), '');
    const offered = async (value: string) => {
      const argument = { name: 'path', value };
      return (await client.request('completion/complete', { ref, argument, ...meta })).result?.completion;
    };
    const bare = root.slice(1);
    expect(await offered(`${bare}/fo`)).toMatchObject({ values: [`${bare}/folder/`] });
    expect(await offered(`${bare}/folder/`)).toMatchObject({ values: [`${bare}/folder/deep.txt`] });
    expect(await offered('etc/host')).toMatchObject({ values: [] });
    expect(await ask()).toEqual([
      undefined,
      expect.arrayContaining([expect.objectContaining({ uri })]),
      expect.anything(),
    ]);
    const { code } = await runProgram(['agents', 'stop', 'line-client', '--data-dir', dataDir]);
    expect(code).toBe(0);
    const [error, listed] = await ask();
    expect(error).toMatch(/A person stopped this agent/);
    expect(listed).not.toContainEqual(expect.objectContaining({ uri }));
  },
);
