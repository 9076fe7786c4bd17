// Runs inside a sandbox without network, as a program of its own: each port is answered there by a socket that
// leads to the host. Imports nothing of ours, because nothing of ours is in there.
import { closeSync } from 'node:fs';
import { connect, createServer } from 'node:net';

const [, , directory = '', ports = ''] = process.argv;

await Promise.all(ports.split(',').map((port) => relay(Number(port))));
// The shell that started this waits for the end of what could come from here, and runs the command then.
closeSync(3);

/** IPv6 may be switched off; a port that is taken already belongs to the command. */
async function relay(port: number): Promise<void> {
  await Promise.all(['127.0.0.1', '::1'].map((host) => listen(port, host)));
}

function listen(port: number, host: string): Promise<void> {
  const server = createServer({ allowHalfOpen: true }, (outer) => {
    const inner = connect({ path: `${directory}/${port}`, allowHalfOpen: true });
    for (const [from, to] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroySoon());
    }
  });
  return new Promise((resolve) => {
    server.on('error', () => resolve());
    server.listen({ port, host }, resolve);
  });
}
