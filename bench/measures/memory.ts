import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpClient } from '../harness/http-client.ts';
import { keepInFlight } from '../harness/keep-in-flight.ts';
import { startPeer } from '../harness/peers.ts';
import { type Memory, memoryOf } from '../harness/process-usage.ts';
import { inEra, type RpcClient } from '../harness/rpc.ts';
import { openSession } from '../harness/stdio-client.ts';
import { hostPid, startInProcess, startPipe, startServe } from '../harness/toolgate.ts';
import type { Workspace } from '../harness/workspace.ts';
import { atMost, type Measured, show } from '../report.ts';
import { peerCalls, toolgateCalls } from './works.ts';

const PIPE_AT_MOST_MB = 50;
const HOST_AT_MOST_MB = 110;
const SETTLE_MS = 500;
const IN_FLIGHT = 8;

interface Grown {
  readonly idle: Memory;
  readonly after: Memory;
}

/** Memory of each process: after its first `tools/list`, and after many calls. */
export async function measureMemory(workspace: Workspace, { calls }: { calls: number }): Promise<Measured> {
  const { read } = toolgateCalls(workspace);
  const dataDir = workspace.dataDir('memory');
  const pipe = startPipe(workspace, dataDir);
  await openSession(pipe, 'modern');
  const pids = [pipe.pid, hostPid(dataDir) ?? -1];
  const [pipeGrown, hostGrown] = await grow(pipe, pids, calls, inEra('modern', read));
  const serve = await startServe(workspace, workspace.dataDir('memory-http'));
  const http = createHttpClient(serve);
  await http.request('tools/list');
  const [serveGrown] = await grow(http, [serve.pid], calls, read);
  await serve.close();
  const inside = startInProcess(workspace, workspace.dataDir('memory-in'));
  await openSession(inside, 'modern');
  const [insideGrown] = await grow(inside, [inside.pid], calls, inEra('modern', read));
  const sdk = startPeer(workspace, 'bare-sdk-stdio');
  await openSession(sdk, 'modern');
  const [sdkGrown] = await grow(sdk, [sdk.pid], calls, inEra('modern', peerCalls(workspace).noop));
  const rows: readonly (readonly [string, Grown | undefined])[] = [
    ['pipe (`toolgate stdio`)', pipeGrown],
    ['background host', hostGrown],
    ['`toolgate serve`', serveGrown],
    ['`toolgate stdio --in-process`', insideGrown],
    ['bare SDK echo on stdio', sdkGrown],
  ];
  const idleMb = (grown: Grown | undefined): number => grown?.idle.rssMb ?? Number.NaN;
  return {
    verdicts: [
      atMost('RSS of the pipe', PIPE_AT_MOST_MB, 'MB', idleMb(pipeGrown)),
      atMost('RSS of the idle background host', HOST_AT_MOST_MB, 'MB', idleMb(hostGrown)),
      atMost('RSS of an idle `toolgate serve`', HOST_AT_MOST_MB, 'MB', idleMb(serveGrown)),
    ],
    section: {
      title: 'Memory',
      note: `Idle: after the first \`tools/list\`. After: ${calls} calls of \`read_file\` (bare SDK: \`echo\`), ${IN_FLIGHT} at a time. PSS counts pages that several Node processes share only in part.`,
      columns: ['process', 'RSS idle, MB', 'PSS idle, MB', `RSS after ${calls} calls, MB`],
      rows: rows.map(([name, grown]) => [
        name,
        show(idleMb(grown)),
        show(grown?.idle.pssMb ?? Number.NaN),
        show(grown?.after.rssMb ?? Number.NaN),
      ]),
    },
  };
}

async function grow(
  client: RpcClient,
  pids: readonly number[],
  calls: number,
  params: Readonly<Record<string, unknown>>,
): Promise<Grown[]> {
  await sleep(SETTLE_MS);
  const idle = pids.map(memoryOf);
  let left = calls;
  await keepInFlight(
    IN_FLIGHT,
    () => left-- > 0,
    () => client.request('tools/call', params),
  );
  await sleep(SETTLE_MS);
  const after = pids.map(memoryOf);
  await client.close();
  // Sound: both lists have an entry for each pid.
  return pids.map((_, i) => ({ idle: idle[i] as Memory, after: after[i] as Memory }));
}
