import { startPeer } from '../harness/peers.ts';
import { type Data, type Era, inEra } from '../harness/rpc.ts';
import { openSession, type StdioClient } from '../harness/stdio-client.ts';
import { hostPid, startInProcess, startPipe } from '../harness/toolgate.ts';
import type { Workspace } from '../harness/workspace.ts';
import type { Measured } from '../report.ts';
import {
  type Contender,
  cpuPerCall,
  describeLoad,
  type LoadOptions,
  type Started,
  showCpu,
} from './call-cpu.ts';
import { peerCalls, peerTool, toolgateCalls, WORKS, type Work } from './works.ts';

const ERAS: readonly Era[] = ['modern', 'legacy'];

interface Subject {
  readonly start: (work: Work) => StdioClient;
  readonly pids: (client: StdioClient) => Readonly<Record<string, number>>;
  readonly calls: Readonly<Record<Work, Data>>;
}

/** CPU per call on stdio. It has no target of its own: the gate's share has one, and so has HTTP. */
export async function measureStdioCalls(workspace: Workspace, options: LoadOptions): Promise<Measured> {
  const subjects = subjectsIn(workspace);
  const cpuOf = await cpuPerCall(() => startAll(subjects), options);
  return {
    verdicts: [],
    section: {
      title: 'CPU per call on stdio',
      note: `µs of CPU per call, one call after the other, ${describeLoad(options)}. The bare servers have one tool; \`greet\` is compared with \`echo\`.`,
      columns: ['server', 'era', 'call that does nothing', '`read_file` of 4 KB'],
      rows: Object.keys(subjects).flatMap((name) =>
        ERAS.map((era) => [name, era, ...WORKS.map((work) => showCpu(cpuOf(`${name} ${era} ${work}`)))]),
      ),
    },
  };
}

async function startAll(subjects: Readonly<Record<string, Subject>>): Promise<Started> {
  const contenders: Record<string, Contender> = {};
  const clients: StdioClient[] = [];
  for (const [name, { start, pids, calls }] of Object.entries(subjects)) {
    for (const [era, work] of ERAS.flatMap((one) => WORKS.map((other) => [one, other] as const))) {
      const client = start(work);
      clients.push(client);
      await openSession(client, era);
      const params = inEra(era, calls[work]);
      contenders[`${name} ${era} ${work}`] = {
        pids: pids(client),
        call: () => client.request('tools/call', params),
      };
    }
  }
  const close = async (): Promise<void> => {
    await Promise.all(clients.map((client) => client.close()));
  };
  return { contenders, close };
}

function subjectsIn(workspace: Workspace): Readonly<Record<string, Subject>> {
  const dataDir = workspace.dataDir('calls');
  const all = ({ pid }: StdioClient): Record<string, number> => ({ all: pid });
  let count = 0;
  return {
    'toolgate stdio': {
      start: () => startPipe(workspace, dataDir),
      pids: ({ pid }) => ({ pipe: pid, host: hostPid(dataDir) ?? -1 }),
      calls: toolgateCalls(workspace),
    },
    'toolgate stdio --in-process': {
      start: () => startInProcess(workspace, workspace.dataDir(`calls-${++count}`)),
      pids: all,
      calls: toolgateCalls(workspace),
    },
    'bare SDK': {
      start: (work) => startPeer(workspace, 'bare-sdk-stdio', peerTool(work)),
      pids: all,
      calls: peerCalls(workspace),
    },
    'raw loop (limit)': {
      start: (work) => startPeer(workspace, 'raw-loop', peerTool(work)),
      pids: all,
      calls: peerCalls(workspace),
    },
  };
}
