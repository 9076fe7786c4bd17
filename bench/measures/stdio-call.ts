import { type PeerTool, startPeer } from '../harness/peers.ts';
import { type Data, type Era, inEra } from '../harness/rpc.ts';
import { openSession, type StdioClient } from '../harness/stdio-client.ts';
import { hostPid, startInProcess, startPipe } from '../harness/toolgate.ts';
import type { Workspace } from '../harness/workspace.ts';
import type { Measured } from '../report.ts';
import { type Contender, cpuPerCall, showUsage, total, type Usage } from './call-cpu.ts';

const ERAS: readonly Era[] = ['modern', 'legacy'];

interface Calls {
  readonly noop: Data;
  readonly read: Data;
}

/** CPU per call on stdio. No target of its own: the gate's share has one, and a start-up has one. */
export async function measureStdioCalls(
  workspace: Workspace,
  options: { rounds: number; calls: number; warmUpCalls: number },
): Promise<Measured> {
  const read = { name: 'read_file', arguments: { path: workspace.file } };
  const ours = { noop: { name: 'greet', arguments: { name: 'you' } }, read };
  const theirs = { noop: { name: 'echo', arguments: { text: 'Hello, you!' } }, read };
  const dataDir = workspace.dataDir('calls');
  const opened: StdioClient[] = [];
  const open = async (client: StdioClient, era: Era): Promise<StdioClient> => {
    opened.push(client);
    await openSession(client, era);
    return client;
  };
  const contenders: Record<string, Contender> = {};
  for (const era of ERAS) {
    const pipe = await open(startPipe(workspace, dataDir), era);
    const pids = { pipe: pipe.pid, host: hostPid(dataDir) ?? -1 };
    Object.assign(contenders, contendersOf(`toolgate stdio, ${era}`, pids, pipe, era, ours));
    const inside = await open(startInProcess(workspace, workspace.dataDir(`calls-${era}`)), era);
    const name = `toolgate stdio --in-process, ${era}`;
    Object.assign(contenders, contendersOf(name, { all: inside.pid }, inside, era, ours));
    for (const server of ['bare-sdk-stdio', 'raw-loop'] as const) {
      const pick = async (tool: PeerTool, key: keyof Calls): Promise<void> => {
        const peer = await open(startPeer(workspace, server, tool), era);
        const own = contendersOf(`${server}, ${era}`, { all: peer.pid }, peer, era, theirs);
        Object.assign(contenders, { [keyOf(server, era, key)]: own[keyOf(server, era, key)] });
      };
      await pick('echo', 'noop');
      await pick('read_file', 'read');
    }
  }
  const usages = await cpuPerCall(contenders, options);
  await Promise.all(opened.map((client) => client.close()));
  return { verdicts: [], section: sectionOf(usages, options) };
}
