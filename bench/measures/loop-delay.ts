import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpClient } from '../harness/http-client.ts';
import { inRounds } from '../harness/in-rounds.ts';
import { type LoopDelay, probeEnv, readProbe } from '../harness/loop-probe.ts';
import { startHttpPeer } from '../harness/peers.ts';
import { runLoad } from '../harness/run-load.ts';
import { median, percentile } from '../harness/statistics.ts';
import { openSession } from '../harness/stdio-client.ts';
import { pipeArgs, startPipe, startServe } from '../harness/toolgate.ts';
import type { Workspace } from '../harness/workspace.ts';
import { atMost, type Measured, type Section, show } from '../report.ts';
import type { Load } from '../servers/load.ts';
import { toolgateCalls } from './works.ts';

const P99_AT_MOST_MS = 20;
const IN_FLIGHT = 64;
const ASK_EVERY_MS = 10;

interface LoopOptions {
  readonly rounds: number;
  readonly durationMs: number;
}

interface Observed {
  readonly inside: LoopDelay;
  /** Answer times of somebody else who asks meanwhile. */
  readonly pingMs: readonly number[];
  readonly healthMs: readonly number[];
  readonly callsPerSecond: number;
}

/** How long the host's event loop is held up while agents keep it busy, seen from inside and from outside. */
export async function measureLoopDelay(workspace: Workspace, options: LoopOptions): Promise<Measured> {
  const dataDir = workspace.dataDir('loop');
  const serve = await startServe(workspace, dataDir, probeEnv(workspace));
  const sdk = await startHttpPeer(workspace, 'bare-sdk-http', 'read_file', probeEnv(workspace));
  const http = createHttpClient(serve);
  const stdio = startPipe(workspace, dataDir);
  await openSession(stdio, 'legacy');
  const { durationMs } = options;
  const { read } = toolgateCalls(workspace);
  const observe = async (pid: number, target?: Load['target']): Promise<Observed> => {
    await readProbe(workspace, pid);
    const isOver = { now: false };
    const isOurs = pid === serve.pid;
    const asking = [
      isOurs ? askUntil(isOver, () => stdio.request('ping')) : [],
      isOurs ? askUntil(isOver, () => http.health()) : [],
    ];
    const calls = target
      ? await runLoad(workspace, { target, durationMs, inFlight: IN_FLIGHT, params: read })
      : await sleep(durationMs, 0);
    isOver.now = true;
    const [pingMs = [], healthMs = []] = await Promise.all(asking);
    const inside = await readProbe(workspace, pid);
    return { inside, pingMs, healthMs, callsPerSecond: (calls * 1000) / durationMs };
  };
  const samples = await inRounds(options.rounds, {
    'toolgate, no load': () => observe(serve.pid),
    'toolgate, load on HTTP': () => observe(serve.pid, serve),
    'toolgate, load on stdio': () => observe(serve.pid, pipeArgs(workspace, dataDir)),
    'bare SDK, load on HTTP': () => observe(sdk.pid, sdk),
  });
  await Promise.all([stdio.close(), http.close()]);
  await Promise.all([serve.close(), sdk.close()]);
  const p99 = (observed: readonly Observed[]): number => median(observed.map(({ inside }) => inside.ownP99));
  return {
    verdicts: (['HTTP', 'stdio'] as const).map((name) =>
      atMost(
        `event-loop delay p99, load on ${name}`,
        P99_AT_MOST_MS,
        'ms',
        p99(samples[`toolgate, load on ${name}`]),
      ),
    ),
    section: sectionOf(samples, options),
  };
}

async function askUntil(isOver: { now: boolean }, act: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  while (!isOver.now) {
    const startedAt = performance.now();
    await act();
    times.push(performance.now() - startedAt);
    await sleep(ASK_EVERY_MS);
  }
  return times;
}

function sectionOf(
  samples: Readonly<Record<string, readonly Observed[]>>,
  { rounds, durationMs }: LoopOptions,
): Section {
  const halfAndLast = (times: readonly number[]): string =>
    times.length === 0 ? '' : [0.5, 0.99].map((share) => show(percentile(times, share))).join(' / ');
  return {
    title: 'Event-loop delay under load',
    note: `${IN_FLIGHT} calls of \`read_file\` in flight for ${durationMs / 1000} s on one transport of \`toolgate serve\`, ${rounds} rounds. Inside: \`monitorEventLoopDelay\`. Own: the same without the time in which the host waited for a core that another process had; the target is judged by it. Outside: \`ping\` on an idle pipe and \`/health\` on an idle connection, every ${ASK_EVERY_MS} ms.`,
    columns: [
      'server',
      'calls/s',
      'inside p50 / p99 / max, ms',
      'own p50 / p99, ms',
      '`ping` p50 / p99, ms',
      '`/health` p50 / p99, ms',
    ],
    rows: Object.entries(samples).map(([name, observed]) => {
      const inside = (key: keyof LoopDelay): number => median(observed.map((one) => one.inside[key]));
      return [
        name,
        median(observed.map(({ callsPerSecond }) => callsPerSecond)).toFixed(0),
        [inside('p50'), inside('p99'), inside('max')].map(show).join(' / '),
        [inside('ownP50'), inside('ownP99')].map(show).join(' / '),
        halfAndLast(observed.flatMap(({ pingMs }) => pingMs)),
        halfAndLast(observed.flatMap(({ healthMs }) => healthMs)),
      ];
    }),
  };
}
