import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves on a free port, says on stdout where, and ends with its stdin. */
export function listenOnLoopback(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): void {
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  server.listen(0, '127.0.0.1', () => {
    // Sound: a TCP server that listens has an AddressInfo.
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  process.stdin.on('end', () => process.exit(0)).resume();
}
