// `node delay-proxy.ts PORT DELAY_MS`: passes connections on to that port, each direction that much later. Prints
// its own port. A process of its own, so that it does not share a core's time with what is measured.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const [target, delayMs] = process.argv.slice(2).map(Number);

const pass = (from: Socket, to: Socket): void => {
  from.on('data', (piece) => void setTimeout(() => !to.destroyed && to.write(piece), delayMs));
  from.on('error', () => to.destroy());
  from.on('close', () => void setTimeout(() => to.destroy(), (delayMs ?? 0) + 5));
};

const server = createServer({ noDelay: true }, (client) => {
  const upstream = connect({ port: target ?? 0, host: '127.0.0.1', noDelay: true });
  pass(client, upstream);
  pass(upstream, client);
}).listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
