import { createServer } from 'node:net';
import type { Config } from '../../core/config.ts';
import { dataDirOf } from '../../host/load-config.ts';
import { isRunning, readOwner } from '../../host/ownership.ts';
import { type Finding, fine, missing, wrong } from './finding.ts';

/** Whether `toolgate serve` could listen where the configuration says, or already does. */
export async function checkPort(config: Config): Promise<Finding[]> {
  const { host, port } = config;
  const owner = readOwner(dataDirOf(config));
  if (owner?.address !== undefined && isRunning(owner))
    return [fine(`the page is served at ${owner.address}`)];
  const problem = port === 0 ? undefined : await whyNotFree(host, port);
  if (problem === undefined) return [fine(`port ${port} of ${host} is free`)];
  if (problem === 'EADDRINUSE')
    return [
      missing(
        `port ${port} is in use by another program`,
        `only toolgate serve needs it: stop that program, or start with --port ${port + 1}`,
      ),
    ];
  return [
    wrong(
      `toolgate serve cannot listen at ${host}:${port} (${problem})`,
      'choose others with --host and --port',
    ),
  ];
}

/** Listens for a moment: nothing less tells. */
const whyNotFree = (host: string, port: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
