import { createHttpClient } from '../harness/http-client.ts';
import { startHttpPeer } from '../harness/peers.ts';
import type { Data } from '../harness/rpc.ts';
import { type ServedHttp, startServe } from '../harness/toolgate.ts';
import type { Workspace } from '../harness/workspace.ts';
import { atMostTimes, type Measured, type Verdict } from '../report.ts';
import {
  type CallCpu,
  type Contender,
  cpuPerCall,
  describeLoad,
  type LoadOptions,
  type Started,
  showCpu,
} from './call-cpu.ts';
import { peerCalls, peerTool, toolgateCalls, WORKS, type Work } from './works.ts';

const AT_MOST = 1.2;
const [OURS, SDK, RAW] = ['toolgate serve, token', 'bare SDK', 'raw node:http (limit)'] as const;
const PEERS = [
  [SDK, 'bare-sdk-http'],
  [RAW, 'raw-http'],
] as const;

/** CPU per call over HTTP, with the protocol of 2026-07-28. */
export async function measureHttpCalls(workspace: Workspace, options: LoadOptions): Promise<Measured> {
  const cpuOf = await cpuPerCall(() => startAll(workspace), options);
  return {
    verdicts: [
      verdict('HTTP call that does nothing', 'noop', cpuOf),
      verdict('HTTP `read_file` of 4 KB', 'read', cpuOf),
    ],
    section: {
      title: 'CPU per call over HTTP',
      note: `µs of CPU per call, one call after the other on one connection, ${describeLoad(options)}. All packs on.`,
      columns: ['server', 'call that does nothing', '`read_file` of 4 KB'],
      rows: [OURS, SDK, RAW].map((name) => [name, ...WORKS.map((work) => showCpu(cpuOf(`${name} ${work}`)))]),
    },
  };
}

let count = 0;

async function startAll(workspace: Workspace): Promise<Started> {
  const serve = await startServe(workspace, workspace.dataDir(`http-${++count}`));
  const contenders: Record<string, Contender> = {};
  const opened: { close(): Promise<void> }[] = [serve];
  const add = (name: string, work: Work, server: ServedHttp, params: Data): void => {
    const client = createHttpClient(server);
    opened.unshift(client);
    contenders[`${name} ${work}`] = {
      pids: { all: server.pid },
      call: () => client.request('tools/call', params),
    };
  };
  for (const work of WORKS) {
    add(OURS, work, serve, toolgateCalls(workspace)[work]);
    for (const [name, script] of PEERS) {
      const peer = await startHttpPeer(workspace, script, peerTool(work));
      opened.push(peer);
      add(name, work, peer, peerCalls(workspace)[work]);
    }
  }
  const close = async (): Promise<void> => {
    for (const one of opened) await one.close();
  };
  return { contenders, close };
}

const verdict = (what: string, work: Work, cpuOf: (name: string) => CallCpu): Verdict =>
  atMostTimes(what, AT_MOST, 'µs CPU', cpuOf(`${OURS} ${work}`).median, cpuOf(`${SDK} ${work}`).median);
