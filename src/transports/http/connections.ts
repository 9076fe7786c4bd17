import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The connections of a server, of which there are never too many. */
export interface Connections {
  /** It showed that it may be here. */
  welcome(socket: Socket): void;
}

/** Where there would be too many, the oldest goes that never showed a token; where all did, the new one. */
export function limitConnections(server: Server, most: number): Connections {
  // In the order in which they came.
  const strangers = new Set<Socket>();
  let count = 0;
  server.on('connection', (socket) => {
    count++;
    strangers.add(socket);
    socket.once('close', () => {
      count--;
      strangers.delete(socket);
    });
    if (count <= most) return;
    const [oldest = socket] = strangers;
    // At once: others may come before it is closed.
    strangers.delete(oldest);
    oldest.destroy();
  });
  return { welcome: (socket) => void strangers.delete(socket) };
}
