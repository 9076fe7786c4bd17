import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { AGENTS } from '../support/agents.ts';
import { temporaryDirectory } from '../support/program.ts';

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
