import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a client and a server on this machine, and can make the way long, or break it. */
export interface Proxy {
  readonly port: number;
  /** Breaks the connection that is open when this many more bytes have gone to the server. */
  cutAfter(bytes: number): void;
  /** From now on nothing gets through, and nobody is told. */
  swallow(isSwallowing: boolean): void;
  close(): void;
}

/** Each direction takes `delayMs`, so a round trip twice that. */
export async function startProxy(target: number, delayMs = 0): Promise<Proxy> {
  let left = Number.POSITIVE_INFINITY;
  let isSwallowing = false;
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
    pipe(client, upstream, (bytes) => {
      left -= bytes;
      const isWithin = left >= 0;
      if (!isWithin) left = Number.POSITIVE_INFINITY;
      return isWithin;
    });
    pipe(upstream, client, () => true);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // Sound: a TCP server that listens has an AddressInfo.
    port: (server.address() as AddressInfo).port,
    cutAfter: (bytes) => {
      left = bytes;
    },
    swallow: (now) => {
      isSwallowing = now;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
