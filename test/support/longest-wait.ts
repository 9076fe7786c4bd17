import { configSchema } from '../../src/core/config.ts';
import { callerWith } from '../../src/host/agent.ts';
import type { TestHost } from './host.ts';
import { temporaryDirectory } from './program.ts';

/** The longest that another agent waits while this goes on, and how long this took. */
export async function longestWait({ host }: TestHost, work: Promise<unknown>) {
  const caller = callerWith(configSchema.parse({}), 'stdio', { cwd: temporaryDirectory(), env: {} });
  const start = performance.now();
  let isOver = false;
  void work.finally(() => (isOver = true)).catch(() => {});
  let worst = 0;
  while (!isOver) {
    const start = performance.now();
    // It may come at any moment, also while nothing else gets its turn.
    await new Promise((resolve) => setTimeout(resolve, 5));
    await host.call({ tool: 'list_directory', args: { path: '.' }, caller });
    worst = Math.max(worst, performance.now() - start);
  }
  return { worst, own: performance.now() - start };
}
