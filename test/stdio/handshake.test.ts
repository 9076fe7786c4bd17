import { describe, expect, test } from 'vitest';
import { VERSION } from '../../src/core/process/version.ts';
import { startStdio, WAYS } from '../support/stdio.ts';

const REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

describe.each(WAYS)('the handshake of older revisions, %s', (way) => {
  test('each revision is served as such, an unknown one as the newest with a handshake', async () => {
    const client = startStdio(way);
    for (const revision of REVISIONS) {
      const { result } = await client.initialize(revision);
      expect(result).toEqual({
        protocolVersion: revision,
        serverInfo: { name: 'toolgate', title: 'Toolgate', version: VERSION },
        capabilities: expect.objectContaining({
          tools: { listChanged: true },
          prompts: { listChanged: true },
          resources: { listChanged: true, subscribe: true },
        }),
        instructions: expect.stringContaining('Toolgate runs tools on this machine'),
      });
      expect(await client.call('greet', { name: 'Ada' })).toEqual({
        content: [{ type: 'text', text: 'Hello, Ada!' }],
      });
    }
    for (const revision of ['1999-01-01', '2026-07-28', 'x', ''])
      expect((await client.initialize(revision)).result?.protocolVersion).toBe('2025-11-25');
  });

  test('a request before the handshake is refused with what to do, and ping is not', async () => {
    const client = startStdio(way);
    const before = await client.request('tools/list');
    expect(before.error).toEqual({
      code: -32600,
      message: expect.stringMatching(/"tools\/list" came before initialize.*_meta of 2026-07-28/),
    });
    expect((await client.request('ping')).result).toEqual({});
    await client.initialize();
    expect((await client.request('tools/list')).result).toEqual({ tools: expect.any(Array) });
  });

  test('results of an older revision carry nothing of the newer one', async () => {
    const client = startStdio(way);
    await client.initialize();
    const lists = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'];
    const keys: unknown[] = [];
    for (const method of lists) keys.push(Object.keys((await client.request(method)).result ?? {}));
    expect(keys).toEqual([['tools'], ['prompts'], ['resources'], ['resourceTemplates']]);
    expect((await client.request('server/discover')).error?.code).toBe(-32601);
  });
});
