import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { type Serve, startServe } from './http.ts';
import { temporaryDirectory } from './program.ts';
import { PACKS, SHORT_LIVED } from './stdio-agent.ts';

/** `toolgate serve` on a data directory that others use too. */
export function serveOn(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<Serve> {
  const home = temporaryDirectory();
  const place = { home, dataDir, root: home };
  return startServe({ args: ['--pack', PACKS, ...args], env: { ...SHORT_LIVED, ...env }, place });
}

/** A real client over Streamable HTTP. */
export async function connectHttpAgent({ address }: Serve, token: string): Promise<Client> {
  const client = new Client({ name: 'http-agent', version: '1' });
  const headers = { authorization: `Bearer ${token}` };
  const url = new URL('/mcp', address);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  onTestFinished(() => client.close().catch(() => {}));
  return client;
}
