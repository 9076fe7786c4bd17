import { inRounds } from '../harness/in-rounds.ts';
import { startPeer } from '../harness/peers.ts';
import { cpuMs } from '../harness/process-usage.ts';
import type { Era } from '../harness/rpc.ts';
import { best, median } from '../harness/statistics.ts';
import { openSession, type StdioClient } from '../harness/stdio-client.ts';
import { endHost, hostPid, startInProcess, startPipe } from '../harness/toolgate.ts';
import type { Workspace } from '../harness/workspace.ts';
import { atMostTimes, type Measured, show, type Verdict } from '../report.ts';

interface Start {
  readonly wallMs: number;
  readonly cpuMs: number;
}

const WARM_AT_MOST = 0.4;
const COLD_AT_MOST = 1.2;

/** From spawning the process an agent talks to until it has the list of tools. */
export async function measureStart(workspace: Workspace, { rounds }: { rounds: number }): Promise<Measured> {
  const [warm, cold, none] = ['start-warm', 'start-cold', 'start-none'].map(workspace.dataDir);
  if (warm === undefined || cold === undefined || none === undefined)
    throw new Error('Three names give three');
  const keeper = startPipe(workspace, warm);
  await openSession(keeper, 'modern');
  const { env } = workspace;
  const cached = { NODE_COMPILE_CACHE: `${workspace.dir}/cache/sdk` };
  const pipe = (): StdioClient => startPipe(workspace, warm);
  const inProcess = (): StdioClient => startInProcess(workspace, cold);
  const sdk = (): StdioClient => startPeer(workspace, 'bare-sdk-stdio');
  const contenders = {
    'toolgate stdio, warm host, modern': () => timed(pipe, 'modern', hostPid(warm)),
    'toolgate stdio --in-process, modern': () => timed(inProcess, 'modern'),
    'bare SDK, modern': () => timed(sdk, 'modern'),
    'toolgate stdio, warm host, legacy': () => timed(pipe, 'legacy', hostPid(warm)),
    'toolgate stdio --in-process, legacy': () => timed(inProcess, 'legacy'),
    'bare SDK, legacy': () => timed(sdk, 'legacy'),
    'bare SDK with a compile cache, modern': () =>
      timed(() => startPeer(workspace, 'bare-sdk-stdio', 'echo', { ...env, ...cached }), 'modern'),
    'raw loop (limit)': () => timed(() => startPeer(workspace, 'raw-loop'), 'modern'),
    'toolgate stdio, no host yet, modern': async () => {
      const start = await timed(() => startPipe(workspace, none), 'modern');
      await endHost(none);
      return start;
    },
  };
  // The first start of each fills the caches of files and compiled code.
  await inRounds(1, contenders);
  const samples = await inRounds(rounds, contenders);
  await keeper.close();
  return {
    verdicts: [...verdictsFor('modern', samples), ...verdictsFor('legacy', samples)],
    section: {
      title: 'Start to `tools/list`',
      note: 'From spawning to the answer of `tools/list`, after `server/discover` (modern) or `initialize` (legacy). CPU is that of the started process, and of the warm host for a pipe.',
      columns: ['server', 'ms, median', 'ms, best', 'CPU ms, median'],
      rows: Object.entries(samples).map(([name, starts]) => [
        name,
        show(median(starts.map(({ wallMs }) => wallMs))),
        show(best(starts.map(({ wallMs }) => wallMs))),
        show(median(starts.map((start) => start.cpuMs))),
      ]),
    },
  };
}

async function timed(start: () => StdioClient, era: Era, host?: number): Promise<Start> {
  const before = host === undefined ? 0 : cpuMs(host);
  const startedAt = performance.now();
  const client = start();
  const { tools } = await openSession(client, era);
  const wallMs = performance.now() - startedAt;
  const used = cpuMs(client.pid) + (host === undefined ? 0 : cpuMs(host) - before);
  if (!Array.isArray(tools) || tools.length === 0) throw new Error('The list of tools is empty');
  await client.close();
  return { wallMs, cpuMs: used };
}

function verdictsFor(era: Era, samples: Readonly<Record<string, readonly Start[]>>): Verdict[] {
  // Whatever else the machine does can only add to a time on the clock, so the least disturbed round counts.
  const wall = (name: string): number => best((samples[name] ?? []).map(({ wallMs }) => wallMs));
  const sdk = wall(`bare SDK, ${era}`);
  const warm = wall(`toolgate stdio, warm host, ${era}`);
  const cold = wall(`toolgate stdio --in-process, ${era}`);
  return [
    atMostTimes(`start with a warm host, ${era}`, WARM_AT_MOST, 'ms', warm, sdk),
    atMostTimes(`start --in-process, ${era}`, COLD_AT_MOST, 'ms', cold, sdk),
  ];
}
