import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { measureInProcess } from '../harness/measure-in-process.ts';
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

type Cost = { readonly cpuMs: number; readonly clockMs: readonly number[] };
type Samples = Readonly<Record<string, readonly Cost[]>>;
const WHO = ['git', 'engine', 'gate'] as const;
type Who = (typeof WHO)[number];

/** The git tools through the gate against plain git, started from the same process. */
export async function measureGit(
  workspace: Workspace,
  { rounds, calls }: { rounds: number; calls: number },
): Promise<Measured> {
  const repositories = join(workspace.dir, 'repositories');
  mkdirSync(repositories);
  const args = [workspace.dataDir('git'), repositories, rounds, calls];
  const samples = await measureInProcess<Samples>(workspace, SCRIPT, args);
  const of = (name: string, who: Who): readonly Cost[] => samples[`${name}, ${who}`] ?? [];
  const cpu = (name: string, who: Who): number => median(of(name, who).map(({ cpuMs }) => cpuMs));
  const clock = (name: string, who: Who): number => median(of(name, who).flatMap(({ clockMs }) => clockMs));
  const inSandbox = clock('armed', 'engine') - clock('armed', 'git');
  return {
    verdicts: [
      ...(['status', 'log', 'diff'] as const).map((name) =>
        atMostTimes(CASES[name], AT_MOST, 'ms', clock(name, 'engine'), clock(name, 'git'), 'git'),
      ),
      atMost('git in the sandbox, more than plain git', SANDBOX_AT_MOST_MS, 'ms', inSandbox),
    ],
    section: {
      title: 'git',
      note: `Plain \`git\`, git as the engine hardens it, and the whole call through the gate, all from one process, in a repository of 4,000 files; ${calls} calls in each of ${rounds} rounds. Judged is what the caller waits for: the time on the clock, medians. CPU is that of the process and its children.`,
      columns: ['call', 'git, ms', 'hardened, ms', 'through the gate, ms', 'CPU ms'],
      rows: Object.entries(CASES).map(([name, title]) => [
        title,
        ...WHO.map((who) => show(clock(name, who))),
        WHO.map((who) => show(cpu(name, who))).join(' / '),
      ]),
    },
  };
}
