import { join } from 'node:path';
import { measureInProcess } from '../harness/measure-in-process.ts';
import { median } from '../harness/statistics.ts';
import type { Workspace } from '../harness/workspace.ts';
import { atLeast, atMost, type Measured, show } from '../report.ts';

const SCRIPT = join(import.meta.dirname, '../servers/spawn-cost.ts');
const TIMES_BARE_AT_MOST = 1.5;
const SHARE_OF_CAT_AT_LEAST = 0.5;
const GROWTH_AT_MOST_MB = 30;

type Cost = { readonly wallMs: number; readonly cpuMs: number; readonly rssGrowthMb: number };
type Samples = Readonly<Record<'spawned' | 'flooded', Readonly<Record<string, readonly Cost[]>>>>;

interface Size {
  readonly rounds: number;
  readonly megabytes: number;
  readonly outputRounds: number;
}

/** What starting a command costs, and how fast its output passes, beside the same without us. */
export async function measureSpawnCost(
  workspace: Workspace,
  { rounds, megabytes, outputRounds }: Size,
): Promise<Measured> {
  const args = [workspace.dataDir('spawn'), workspace.project, rounds, megabytes, outputRounds];
  const { spawned, flooded } = await measureInProcess<Samples>(workspace, SCRIPT, args);
  const wall = (samples: readonly Cost[] = []) => median(samples.map(({ wallMs }) => wallMs));
  const cpu = (samples: readonly Cost[] = []) => median(samples.map(({ cpuMs }) => cpuMs));
  const growth = Math.max(...(flooded.shell_execute ?? []).map(({ rssGrowthMb }) => rssGrowthMb));
  const plain = 'shell_execute, no sandbox';
  return {
    verdicts: [
      atMost(
        '`shell_execute true` beside a bare spawn, on the clock',
        TIMES_BARE_AT_MOST,
        'x',
        wall(spawned[plain]) / wall(spawned.bare),
      ),
      atLeast(
        'long output beside the same into `cat`',
        SHARE_OF_CAT_AT_LEAST,
        'x',
        wall(flooded.cat) / wall(flooded.shell_execute),
      ),
      atMost(`memory for ${megabytes} MB of output`, GROWTH_AT_MOST_MB, 'MB', growth),
    ],
    section: {
      title: 'Commands',
      note: `\`bash -c true\` and ${megabytes} MB of output, in one process without any transport; the gate, its record and the judgement of the command included. CPU is that of the host alone.`,
      columns: ['what', 'ms on the clock', 'CPU ms', 'beside the first of its kind'],
      rows: [...rowsOf(spawned), ...rowsOf(flooded)],
    },
  };

  function rowsOf(samples: Readonly<Record<string, readonly Cost[]>>): string[][] {
    const [first] = Object.values(samples);
    return Object.entries(samples).map(([name, costs]) => [
      name,
      show(wall(costs)),
      show(cpu(costs)),
      `${(wall(costs) / wall(first)).toFixed(2)} x`,
    ]);
  }
}
