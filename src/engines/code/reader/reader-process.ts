// The process that reads code, for reader.ts: one question a line on stdin, one answer a line on stdout.
import { createInterface } from 'node:readline';
import { readFacts } from '../read-facts.ts';
import type { Method, ReaderMethods, Reply, Request } from './messages.ts';
import { createProjects } from './projects.ts';

type Answerers = {
  readonly [M in Method]: (params: ReaderMethods[M]['params']) => Promise<ReaderMethods[M]['result']>;
};

const [, , cacheDir = ''] = process.argv;

const answerers: Answerers = {
  facts: async ({ path, text, ...options }) => (await readFacts(path, text, options)) ?? null,
  ...createProjects(cacheDir),
};

const tell = (reply: Reply): void => void process.stdout.write(`${JSON.stringify(reply)}\n`);

async function answer({ id, method, params }: Request): Promise<void> {
  try {
    // Sound: the two sides are written for each other, see messages.ts.
    tell({ id, result: await answerers[method](params as never) });
  } catch (error) {
    tell({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

// When the host is gone, so is its end of the pipe.
createInterface({ input: process.stdin })
  .on('line', (line) => void answer(JSON.parse(line) as Request)) // Sound: the host is ours.
  .on('close', () => process.exit(0));
