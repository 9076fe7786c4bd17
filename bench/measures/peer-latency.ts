import { spawn } from 'node:child_process';
import { ripgrepPath } from '../../src/engines/search/ripgrep-path.ts';
import { inRounds } from '../harness/in-rounds.ts';
import { NEEDLE, type PeerTree } from '../harness/peer-tree.ts';
import { LONG_OUTPUT, type Rival, WORKS, type Work } from '../harness/rivals.ts';
import { median, percentile } from '../harness/statistics.ts';
import type { StdioClient } from '../harness/stdio-client.ts';
import { type Section, show } from '../report.ts';

/** Milliseconds of each call, by what is done and by whom. */
export type Latencies = Readonly<Record<Work, Readonly<Record<string, readonly number[]>>>>;

export interface LatencyOptions {
  readonly rounds: number;
  /** Calls of a quick work in one round. */
  readonly quickCalls: number;
}

// The first calls load code, fill caches and have indexes made; after a thousand or two it has been compiled for good.
const WARM_UP = { rounds: 50, ms: 4000 };
/** Of what takes longer than this a few are enough. */
const SLOW: ReadonlySet<Work> = new Set(['50 MB of output', 'search names']);
/** Where a target is close to what is compared, so that more samples are worth their time. */
const CLOSE: ReadonlySet<Work> = new Set([
  'read 4 KB',
  'search content',
  'git status',
  'git log',
  'git diff',
]);

/** Runs the bare program, which no server can be faster than. */
const bareCommands = ({ repository }: PeerTree): Partial<Readonly<Record<Work, () => Promise<void>>>> => ({
  'search content': () => run(ripgrepPath(), ['-n', '--column', '-F', '-e', NEEDLE, './'], repository),
  'run a command': () => run('bash', ['-c', 'true'], repository),
  '50 MB of output': () => run('bash', ['-c', LONG_OUTPUT], repository),
  'git status': () => run('git', ['status', '--porcelain=v2', '--branch', '-z'], repository),
  'git log': () => run('git', ['log', '-n', '10'], repository),
  'git diff': () => run('git', ['diff'], repository),
});

export async function measureLatencies(
  rivals: Readonly<Record<string, Rival>>,
  clients: Readonly<Record<string, StdioClient>>,
  tree: PeerTree,
  { rounds, quickCalls }: LatencyOptions,
): Promise<Latencies> {
  const measured: Partial<Record<Work, Record<string, number[]>>> = {};
  for (const work of WORKS) {
    const calls = work === 'read 4 KB' ? quickCalls : 1;
    const contenders: Record<string, () => Promise<number[]>> = {};
    const bare = bareCommands(tree)[work];
    if (bare) contenders['bare command'] = () => timed(calls, bare);
    for (const [name, { works }] of Object.entries(rivals)) {
      const [act, client] = [works[work], clients[name]];
      if (act && client) contenders[name] = () => timed(calls, () => act(client));
    }
    for (const contender of Object.values(contenders))
      await warmUp(contender, SLOW.has(work) ? 2 : WARM_UP.rounds);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const samples = await inRounds(roundsOf(work, rounds), contenders);
    measured[work] = Object.fromEntries(Object.entries(samples).map(([name, times]) => [name, times.flat()]));
    console.error(`  ${work}`);
  }
  return measured as Latencies; // Sound: the loop went through all of them.
}

async function warmUp(act: () => Promise<unknown>, rounds: number): Promise<void> {
  const until = performance.now() + WARM_UP.ms;
  for (let i = 0; i < rounds && performance.now() < until; i++) await act();
}

function roundsOf(work: Work, rounds: number): number {
  if (SLOW.has(work)) return Math.min(rounds, 5);
  return CLOSE.has(work) ? 3 * rounds : rounds;
}

async function timed(calls: number, act: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < calls; i++) {
    const startedAt = performance.now();
    await act();
    times.push(performance.now() - startedAt);
  }
  return times;
}

const run = (program: string, args: readonly string[], cwd: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.resume();
    child.once('error', reject);
    child.once('close', () => resolve());
  });

export function latencySection(latencies: Latencies, names: readonly string[]): Section {
  const columns = ['bare command', ...names];
  return {
    title: 'Time of a call',
    note: 'Milliseconds from request to answer, p50 / p99, and how often the p50 of the floor it is. One call after the other. Of the 1 MB, Toolgate answers the first page (45 KB), and of the 10,000 entries the first 1,000 with their sizes and times, as it does for any agent; with sizes, all 10,000 come in one answer. A command is `true` through a shell, in Toolgate judged, recorded and in its sandbox; of 50 MB of output each shows what it shows a model.',
    columns: ['what', ...columns],
    rows: WORKS.map((work) => {
      const floor = median(latencies[work].floor ?? []);
      return [work, ...columns.map((name) => cell(latencies[work][name], floor))];
    }),
  };
}

function cell(times: readonly number[] | undefined, floor: number): string {
  if (!times || times.length === 0) return '';
  const middle = median(times);
  return `${show(middle)} / ${show(percentile(times, 0.99))} (${(middle / floor).toFixed(2)}x)`;
}
