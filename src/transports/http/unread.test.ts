import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { expect, onTestFinished, test } from 'vitest';
import { endUnread } from './unread.ts';

const PIECE = 65_536;
const PIECES = 800;

/** A stream of 50 MB that is written as the SDK does it, whether anybody reads or not. */
async function serveStream() {
  const ended = Promise.withResolvers<number>();
  let written = 0;
  const body = () =>
    new ReadableStream({
      start: async (controller) => {
        for (let i = 0; i < PIECES && !isGone; i++) {
          controller.enqueue(new Uint8Array(PIECE));
          written += PIECE;
          await setImmediate();
        }
        if (!isGone) controller.close();
      },
    });
  let isGone = false;
  const handle = toNodeHandler({ fetch: async () => new Response(body()) });
  const server = createServer((request, response) => {
    response.once('close', () => {
      isGone = true;
      ended.resolve(written);
    });
    endUnread(response);
    // Sound: it has a method and a URL.
    void handle(request as Parameters<typeof handle>[0], response as ServerResponse);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const asked = get({ port: (server.address() as AddressInfo).port, agent: false });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return { response, ended: ended.promise };
}

test('a stream that nobody reads is ended before it fills the memory', async () => {
  const { response, ended } = await serveStream();
  response.pause();
  // The system itself holds some megabytes for both ends.
  expect(await ended).toBeLessThan(25_000_000);
});

test('a stream that is read comes whole', async () => {
  const { response } = await serveStream();
  let length = 0;
  for await (const piece of response) length += (piece as Buffer).length;
  expect(length).toBe(PIECE * PIECES);
});
