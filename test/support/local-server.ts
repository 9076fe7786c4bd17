import { createServer, type RequestListener, type Server } from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net';
import { onTestFinished } from 'vitest';

export interface LocalServer {
  readonly port: number;
  readonly origin: string;
  /** Each connection that was made, open or closed. */
  readonly sockets: readonly Socket[];
}

/** An HTTP server on 127.0.0.1 that is gone after the test. */
export const serveLocally = (answer: RequestListener): Promise<LocalServer> => listen(createServer(answer));

/** Answers each connection's first bytes with what no HTTP server would write. */
export const serveRaw = (answer: (socket: Socket) => void): Promise<LocalServer> =>
  listen(
    createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => answer(socket));
    }),
  );

export async function listen(server: Server | TcpServer, scheme = 'http'): Promise<LocalServer> {
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  // Sound: a TCP server that listens has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return { port, origin: `${scheme}://127.0.0.1:${port}`, sockets };
}
