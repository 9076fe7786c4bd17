import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { modernMeta } from '../support/line-client.ts';
import { temporaryDirectory } from '../support/program.ts';
import { signalHost } from '../support/signal-host.ts';
import { startStdio, WAYS } from '../support/stdio.ts';

const UPDATED = 'notifications/resources/updated';

/** A file in an open directory, one beside it, and a file outside. */
function makeFiles() {
  const directory = temporaryDirectory();
  const root = join(directory, 'open');
  mkdirSync(root);
  const [file, other, outside] = [join(root, 'a.txt'), join(root, 'b.txt'), join(directory, 'c.txt')];
  for (const path of [file, other, outside]) writeFileSync(path, 'first');
  return { root, file, other, outside, uriOf: (path: string) => pathToFileURL(path).href };
}

describe.each(WAYS)('changes of resources, %s', (way) => {
  test('an older client hears of a file that is written or replaced, until it has heard enough', async () => {
    const { root, file, other, outside, uriOf } = makeFiles();
    const client = startStdio(way, { root });
    await client.initialize();
    const subscribe = (uri: string) => client.request('resources/subscribe', { uri });
    expect(await subscribe(uriOf(file))).toHaveProperty('result');
    const read = await client.request('resources/read', { uri: uriOf(outside) });
    expect(await subscribe(uriOf(outside))).toEqual({ ...read, id: expect.anything() });
    expect(await subscribe('file://elsewhere/a.txt')).toHaveProperty('error');
    for (const path of [other, outside, file]) writeFileSync(path, 'second');
    const [first] = await client.messages(UPDATED, 1);
    expect(first?.params).toEqual({ uri: uriOf(file) });
    await setTimeout(100);
    writeFileSync(`${file}.new`, 'third');
    renameSync(`${file}.new`, file);
    await client.messages(UPDATED, 2);
    await client.request('resources/unsubscribe', { uri: uriOf(file) });
    writeFileSync(file, 'fourth');
    await setTimeout(200);
    expect(client.received.filter(({ method }) => method === UPDATED)).toHaveLength(2);
  });

  test('a client of 2026-07-28 hears of the file it listens for', async () => {
    const { root, file, other, uriOf } = makeFiles();
    const client = startStdio(way, { root });
    const notifications = { resourceSubscriptions: [uriOf(file)] };
    const params = { notifications, _meta: modernMeta() };
    client.send({ jsonrpc: '2.0', id: 'files', method: 'subscriptions/listen', params });
    await client.messages('notifications/subscriptions/acknowledged', 1);
    for (const path of [other, file]) writeFileSync(path, 'second');
    const [heard] = await client.messages(UPDATED, 1);
    expect(heard?.params).toMatchObject({ uri: uriOf(file) });
  });

  test('it listens for so many files at most, and for others once it stopped', async () => {
    const { root, uriOf } = makeFiles();
    const client = startStdio(way, { root });
    const listen = (id: string, from: number, count: number) => {
      const uris = Array.from({ length: count }, (_, i) => uriOf(join(root, `${from + i}.txt`)));
      const params = { notifications: { resourceSubscriptions: uris }, _meta: modernMeta() };
      client.send({ jsonrpc: '2.0', id, method: 'subscriptions/listen', params });
    };
    listen('a', 0, 600);
    listen('b', 600, 600);
    await client.messages('notifications/subscriptions/acknowledged', 1);
    const refused = await client.answer('b');
    expect(refused).toMatchObject({ error: { message: expect.stringContaining('RATE_LIMITED') } });
    client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'a' } });
    listen('c', 600, 600);
    await client.messages('notifications/subscriptions/acknowledged', 2);
  });

  test('what a process prints is told to its subscribers, and its end', async () => {
    const client = startStdio(way, { packs: 'shell,processes', args: ['--mode', 'full_access'] });
    await client.initialize();
    const command = 'read -r a && echo "$a" && read -r b && echo "$b"';
    const { structuredContent } = await client.call('shell_start', { command });
    const { processId } = structuredContent as { processId: string };
    const uri = `toolgate://process/${processId}`;
    for (const wanted of [uri, 'toolgate://process/bp_00000000'])
      await client.request('resources/subscribe', { uri: wanted });
    for (const [i, text] of ['one', 'two'].entries()) {
      await client.call('shell_send_input', { processId, input: text });
      const told = await client.messages(UPDATED, i + 1);
      expect(told.map(({ params }) => params?.uri)).toContain(uri);
      expect(told.map(({ params }) => params?.uri)).not.toContain('toolgate://process/bp_00000000');
    }
    const { result } = await client.request('resources/read', { uri });
    expect(result).toMatchObject({ contents: [{ text: 'one\ntwo\n' }] });
  });
});

test('after a restart of the host, what was subscribed to last is told again', async () => {
  const { root, file, uriOf } = makeFiles();
  const dataDir = temporaryDirectory();
  const client = startStdio('pipe', { root, dataDir });
  await client.initialize();
  for (const act of ['subscribe', 'unsubscribe', 'subscribe'])
    await client.request(`resources/${act}`, { uri: uriOf(file) });
  signalHost(dataDir, 'SIGKILL');
  await client.request('ping');
  await client.request('resources/list');
  await setTimeout(200);
  writeFileSync(file, 'second');
  await client.messages(UPDATED, 1);
});
