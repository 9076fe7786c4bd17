import { createHttpClient } from '../harness/http-client.ts';
import { startHttpPeer } from '../harness/peers.ts';
import type { Data, RpcClient } from '../harness/rpc.ts';
import { type ServedHttp, startServe } from '../harness/toolgate.ts';
import type { Workspace } from '../harness/workspace.ts';
import { atMostTimes, type Measured, type Verdict } from '../report.ts';
import { type CallCpu, type Contender, cpuPerCall, type LoadOptions, showCpu } from './call-cpu.ts';
import { peerCalls, peerTool, toolgateCalls, WORKS, type Work } from './works.ts';

const AT_MOST = 1.2;
const [OURS, SDK, RAW] = ['toolgate serve, token', 'bare SDK', 'raw node:http (limit)'] as const;

/** CPU per call over HTTP, with the protocol of 2026-07-28. */
export async function measureHttpCalls(workspace: Workspace, options: LoadOptions): Promise<Measured> {
  const serve = await startServe(workspace, workspace.dataDir('http'));
  const servers: ServedHttp[] = [serve];
  const clients: RpcClient[] = [];
  const contenders: Record<string, Contender> = {};
  const add = (name: string, work: Work, server: ServedHttp, params: Data): void => {
    const client = createHttpClient(server);
    clients.push(client);
    contenders[`${name} ${work}`] = {
      pids: { all: server.pid },
      call: () => client.request('tools/call', params),
    };
  };
  for (const work of WORKS) {
    add(OURS, work, serve, toolgateCalls(workspace)[work]);
    for (const [name, script] of [
      [SDK, 'bare-sdk-http'],
      [RAW, 'raw-http'],
    ] as const) {
      const peer = await startHttpPeer(workspace, script, peerTool(work));
      servers.push(peer);
      add(name, work, peer, peerCalls(workspace)[work]);
    }
  }
  const cpuOf = await cpuPerCall(contenders, options);
  await Promise.all(clients.map((client) => client.close()));
  await Promise.all(servers.map((server) => server.close()));
  return {
    verdicts: [
      verdict('HTTP call that does nothing', 'noop', cpuOf),
      verdict('HTTP `read_file` of 4 KB', 'read', cpuOf),
    ],
    section: {
      title: 'CPU per call over HTTP',
      note: `µs of CPU per call, one call after the other on one connection, ${options.calls} calls a round, all packs on.`,
      columns: ['server', 'call that does nothing', '`read_file` of 4 KB'],
      rows: [OURS, SDK, RAW].map((name) => [name, ...WORKS.map((work) => showCpu(cpuOf(`${name} ${work}`)))]),
    },
  };
}

const verdict = (what: string, work: Work, cpuOf: (name: string) => CallCpu): Verdict =>
  atMostTimes(what, AT_MOST, 'µs CPU', cpuOf(`${OURS} ${work}`).median, cpuOf(`${SDK} ${work}`).median);
