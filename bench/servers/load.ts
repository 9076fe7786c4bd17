// Keeps calls in flight for a while and prints how many were answered. A process of its own, so that the one who
// measures delays meanwhile has a quiet event loop. The argument is a Load as JSON.
import { createHttpClient, type HttpTarget } from '../harness/http-client.ts';
import { keepInFlight } from '../harness/keep-in-flight.ts';
import { type Data, modern, type RpcClient } from '../harness/rpc.ts';
import { openSession, startStdio } from '../harness/stdio-client.ts';

export interface Load {
  /** Where HTTP is served, or the arguments that start a server on stdio. */
  readonly target: HttpTarget | readonly string[];
  readonly inFlight: number;
  readonly durationMs: number;
  readonly params: Data;
}

const { target, inFlight, durationMs, params } = JSON.parse(process.argv[2] ?? '{}') as Load;
const client = 'url' in target ? createHttpClient(target) : await startServer(target);
const withMeta = modern(params);
const endsAt = performance.now() + durationMs;
let answered = 0;
await keepInFlight(
  inFlight,
  () => performance.now() < endsAt,
  async () => {
    await client.request('tools/call', withMeta);
    answered++;
  },
);
console.log(answered);
await client.close();

async function startServer(args: readonly string[]): Promise<RpcClient> {
  // Sound: an environment has no undefined values once it is spread.
  const env = { ...process.env } as Record<string, string>;
  const stdio = startStdio(args, { cwd: process.cwd(), env, logFd: 2 });
  await openSession(stdio, 'modern');
  return stdio;
}
