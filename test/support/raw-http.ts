import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Wire {
  /** What the server has sent so far. */
  readonly received: () => string;
  /** Settles when the connection is over, with all that was received. */
  readonly closed: Promise<string>;
  write(data: string | Buffer): void;
  destroy(): void;
}

/** A bare connection, for what no HTTP client would send. */
export function openWire({ port }: { readonly port: number }): Wire {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const chunks: Buffer[] = [];
  const received = () => Buffer.concat(chunks).toString();
  socket.on('data', (chunk) => chunks.push(chunk));
  // The server may be done with us while we still write; what it said until then is what counts.
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received())));
  return {
    received,
    closed,
    write: (data) => void socket.write(data),
    destroy: () => void socket.destroy(),
  };
}

export const head = (first: string, headers: Readonly<Record<string, string>>): string =>
  `${[first, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n`;
