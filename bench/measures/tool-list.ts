import { createHttpClient } from '../harness/http-client.ts';
import { inRounds } from '../harness/in-rounds.ts';
import { modern } from '../harness/rpc.ts';
import { percentile } from '../harness/statistics.ts';
import { openSession } from '../harness/stdio-client.ts';
import { startPipe, startServe } from '../harness/toolgate.ts';
import type { Workspace } from '../harness/workspace.ts';
import { atMost, type Measured, show } from '../report.ts';

const P95_AT_MOST_MS = 100;

/** How long the list of all tools takes on both transports, over and over. */
export async function measureToolList(
  workspace: Workspace,
  { requests }: { requests: number },
): Promise<Measured> {
  const dataDir = workspace.dataDir('list');
  const serve = await startServe(workspace, dataDir);
  const http = createHttpClient(serve);
  const stdio = startPipe(workspace, dataDir);
  const list = await openSession(stdio, 'modern');
  const contenders = {
    stdio: () => timed(() => stdio.request('tools/list', modern())),
    HTTP: () => timed(() => http.request('tools/list')),
  };
  const samples = await inRounds(requests, contenders);
  await stdio.close();
  await http.close();
  await serve.close();
  const tools = (list.tools as readonly unknown[]).length; // Sound: what tools/list answers.
  return {
    verdicts: Object.entries(samples).map(([name, times]) =>
      atMost(`\`tools/list\` p95, ${name}`, P95_AT_MOST_MS, 'ms', percentile(times, 0.95)),
    ),
    section: {
      title: '`tools/list`',
      note: `${requests} requests one after the other on each transport, the first one included; ${tools} tools, ${JSON.stringify(list).length} bytes.`,
      columns: ['transport', 'p50, ms', 'p95, ms', 'p99, ms'],
      rows: Object.entries(samples).map(([name, times]) => [
        name,
        ...[0.5, 0.95, 0.99].map((share) => show(percentile(times, share))),
      ]),
    },
  };
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}
