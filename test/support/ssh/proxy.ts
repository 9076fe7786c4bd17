import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a client and a server on this machine, and can make the way long, or break it. */
export interface Proxy {
  readonly port: number;
  /** Breaks the connection that is open when this many more bytes have gone to the server. */
  cutAfter(bytes: number): void;
  /** The same for what comes from the server. */
  cutDownAfter(bytes: number): void;
  /** From now on nothing gets through, and nobody is told. */
  swallow(isSwallowing: boolean): void;
  /** How much went to the server so far. */
  bytesUp(): number;
  /** Breaks every connection that is open; new ones can be made. */
  cut(): void;
  close(): void;
}

/** Each direction takes `delayMs`, so a round trip twice that. */
export async function startProxy(target: number, delayMs = 0): Promise<Proxy> {
  const left = { up: Number.POSITIVE_INFINITY, down: Number.POSITIVE_INFINITY };
  const counting =
    (way: 'up' | 'down') =>
    (bytes: number): boolean => {
      if (way === 'up') bytesUp += bytes;
      left[way] -= bytes;
      const isWithin = left[way] >= 0;
      if (!isWithin) left[way] = Number.POSITIVE_INFINITY;
      return isWithin;
    };
  let isSwallowing = false;
  let bytesUp = 0;
  const sockets = new Set<Socket>();
  const pipe = (from: Socket, to: Socket, count: (bytes: number) => boolean): void => {
    from.on('data', (piece) => {
      if (isSwallowing) return;
      if (!count(piece.length)) {
        from.destroy();
        to.destroy();
        return;
      }
      const pass = (): void => {
        if (!to.destroyed && !isSwallowing) to.write(piece);
      };
      if (delayMs === 0) pass();
      else setTimeout(pass, delayMs);
    });
    from.on('end', () => setTimeout(() => !isSwallowing && to.end(), delayMs));
    from.on('error', () => to.destroy());
    from.on('close', () => setTimeout(() => to.destroy(), delayMs + 5));
  };
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port: target, host: '127.0.0.1', noDelay: true });
    for (const socket of [client, upstream]) sockets.add(socket);
    pipe(client, upstream, counting('up'));
    pipe(upstream, client, counting('down'));
  });
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // Sound: a TCP server that listens has an AddressInfo.
    port: (server.address() as AddressInfo).port,
    cutAfter: (bytes) => {
      left.up = bytes;
    },
    cutDownAfter: (bytes) => {
      left.down = bytes;
    },
    swallow: (now) => {
      isSwallowing = now;
    },
    bytesUp: () => bytesUp,
    cut,
    close: () => {
      server.close();
      cut();
    },
  };
}
