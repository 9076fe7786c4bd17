import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { serviceOf } from './is-debugger.ts';

test.each([
  [
    'a server that changes to another protocol',
    'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    'other',
  ],
  ['a web server', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi', 'web'],
  ['a database', '+PONG\r\n', 'database'],
])(
  '%s is known by its answer',
  async (_, answer, service) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(answer));
    });
    server.listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const listener = { address: '127.0.0.1', port } as Parameters<typeof serviceOf>[0];
    expect(await serviceOf(listener)).toBe(service);
  },
  10_000,
);
