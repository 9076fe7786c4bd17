import { join } from 'node:path';
import { measureInProcess } from '../harness/measure-in-process.ts';
import { median } from '../harness/statistics.ts';
import type { Workspace } from '../harness/workspace.ts';
import { atMost, type Measured, show } from '../report.ts';

const SCRIPT = join(import.meta.dirname, '../servers/gate-cost.ts');
const READ_AT_MOST_US = 100;
const EFFECT_AT_MOST_US = 1000;

type Cost = { readonly cpuUs: number; readonly wallUs: number };
type Samples = Readonly<Record<string, readonly Cost[]>>;

const CASES = {
  noop: 'call that does nothing (`greet`)',
  read: '`read_file` of 4 KB, the same again and again',
  'first read': '`read_file` of 4 KB, another file every time',
  write: 'call with effects, durable intent',
} as const;

/** `host.call()` against the tool's own `run()`, in one process without any transport. */
export async function measureGateCost(
  workspace: Workspace,
  { rounds, calls }: { rounds: number; calls: number },
): Promise<Measured> {
  const { project, file, dataDir } = workspace;
  const args = [dataDir('gate'), project, file, rounds, calls];
  const samples = await measureInProcess<Samples>(workspace, SCRIPT, args);
  const cpu = (name: string): number => median((samples[name] ?? []).map(({ cpuUs }) => cpuUs));
  const wall = (name: string): number => median((samples[name] ?? []).map(({ wallUs }) => wallUs));
  const added = (name: string): number => cpu(`${name}, gate`) - cpu(`${name}, direct`);
  return {
    verdicts: [
      atMost('gate and record of a read', READ_AT_MOST_US, 'µs CPU', added('read')),
      atMost('the same, another file every time', READ_AT_MOST_US, 'µs CPU', added('first read')),
      atMost('gate and record of a call with effects', EFFECT_AT_MOST_US, 'µs CPU', added('write')),
    ],
    section: {
      title: 'What the gate adds',
      note: `\`host.call()\` against the tool's own \`run()\`, in one process, ${calls} calls a round. All steps and both rows of the record included. What was read before and held no secret is not searched for some again.`,
      columns: [
        'call',
        '`run()`, CPU µs',
        '`host.call()`, CPU µs',
        'added, CPU µs',
        '`host.call()`, µs on the clock',
      ],
      rows: Object.entries(CASES).map(([name, title]) => [
        title,
        show(cpu(`${name}, direct`)),
        show(cpu(`${name}, gate`)),
        show(added(name)),
        show(wall(`${name}, gate`)),
      ]),
    },
  };
}
