import { get } from 'node:http';
import type { Listener } from '../../process/ports.ts';

/** Where debuggers listen unless they are told otherwise: Chrome, Node, Java, Python, Go. */
const USUAL = (port: number): boolean =>
  port === 9222 || (port >= 9229 && port <= 9239) || port === 5005 || port === 5678 || port === 2345;

const LIMIT_MS = 1000;

/** Whether it is a debugger that listens there: through one, anybody who connects runs code in the program. */
export const isDebugger = async (listener: Listener): Promise<boolean> =>
  USUAL(listener.port) || (await speaksDevTools(listener));

/** Node, Deno, Bun and browsers say so to anybody who asks. */
function speaksDevTools({ address, port }: Listener): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(
      { host: address, port, path: '/json/version', timeout: LIMIT_MS, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          if (chunks.length > 4) response.destroy();
        });
        response.on('close', () => resolve(/protocol-version|webSocketDebuggerUrl/i.test(String(chunks))));
      },
    );
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}
