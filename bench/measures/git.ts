import { mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startNode } from '../harness/node-process.ts';
import { median } from '../harness/statistics.ts';
import type { Workspace } from '../harness/workspace.ts';
import { atMost, atMostTimes, type Measured, show } from '../report.ts';

const SCRIPT = join(import.meta.dirname, '../servers/git-cost.ts');
const AT_MOST = 1.15;
const SANDBOX_AT_MOST_MS = 20;

const CASES = {
  status: 'git status',
  log: 'git log',
  diff: 'git diff',
  armed: 'git status in the sandbox',
} as const;

type Cost = { readonly cpuMs: number; readonly bestMs: number };
type Samples = Readonly<Record<string, readonly Cost[]>>;
const WHO = ['git', 'engine', 'gate'] as const;
type Who = (typeof WHO)[number];

/** The git tools through the gate against plain git, started from the same process. */
export async function measureGit(
  workspace: Workspace,
  { rounds, calls }: { rounds: number; calls: number },
): Promise<Measured> {
  const samples = await runScript(workspace, [rounds, calls]);
  const of = (name: string, who: Who): readonly Cost[] => samples[`${name}, ${who}`] ?? [];
  const cpu = (name: string, who: Who): number => median(of(name, who).map(({ cpuMs }) => cpuMs));
  const best = (name: string, who: Who): number => Math.min(...of(name, who).map(({ bestMs }) => bestMs));
  const inSandbox = best('armed', 'engine') - best('armed', 'git');
  return {
    verdicts: [
      ...(['status', 'log', 'diff'] as const).map((name) =>
        atMostTimes(CASES[name], AT_MOST, 'ms CPU', cpu(name, 'engine'), cpu(name, 'git'), 'git'),
      ),
      atMost('git in the sandbox, more than plain git', SANDBOX_AT_MOST_MS, 'ms', inSandbox),
    ],
    section: {
      title: 'git',
      note: `Plain \`git\`, git as the engine hardens it, and the whole call through the gate, all from one process, in a repository of 4,000 files; ${calls} calls in each of ${rounds} rounds. CPU is that of the process and its children.`,
      columns: [
        'call',
        'git, CPU ms',
        'hardened, CPU ms',
        'through the gate, CPU ms',
        'best on the clock, ms',
      ],
      rows: Object.entries(CASES).map(([name, title]) => [
        title,
        ...WHO.map((who) => show(cpu(name, who))),
        WHO.map((who) => show(best(name, who))).join(' / '),
      ]),
    },
  };
}

async function runScript({ dir, env, dataDir }: Workspace, numbers: readonly number[]): Promise<Samples> {
  const repositories = join(dir, 'repositories');
  mkdirSync(repositories);
  const log = join(dir, 'git-cost.log');
  const args = [SCRIPT, dataDir('git'), repositories, ...numbers.map(String)];
  const child = startNode(args, { env: { ...env }, stdio: ['ignore', 'pipe', openSync(log, 'a')] });
  if (!child.stdout) throw new Error('A piped stdout is always there');
  const printed = await text(child.stdout);
  if (printed === '') throw new Error(`${SCRIPT} failed; see ${log}`);
  return JSON.parse(printed) as Samples;
}
