import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Argv } from '../../core/command-words.ts';
import { showCommand } from '../../core/command-words.ts';
import { createKeptOutput } from '../process/kept-output.ts';
import type { Finished, Stream } from '../process/process.ts';
import type { Processes } from '../process/processes.ts';
import { readReport, shownOutput } from '../test-reports/read-report.ts';
import type { TestReport } from '../test-reports/report.ts';
import type { FoundPlan } from './detect.ts';

const KEEP_BYTES = 46_080;
/** What is kept of the output of runners whose only report it is. */
const PRINTED_BYTES = 33_554_432;

export interface PlanRun extends Omit<Finished, 'stdout' | 'stderr' | 'leftovers'> {
  /** The command that ended the run: the last one, or the first that failed. */
  readonly argv: Argv;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
  readonly tests?: TestReport;
}

/** What a plan is run with. */
export interface Means {
  readonly processes: Pick<Processes, 'run'>;
  readonly runnable: (argv: Argv, cwd: string) => Promise<Argv>;
  readonly onOutput: (stream: Stream, text: string) => void;
}

/** Runs the commands of a plan until one fails, and reads the report of the last. */
export async function runPlan(plan: FoundPlan, means: Means): Promise<PlanRun> {
  const { commands, report } = plan;
  if (!report) return runCommands(plan, commands, {}, means);
  const reports = await mkdtemp(join(tmpdir(), 'toolgate-report-'));
  try {
    const asked = report.command?.(reports);
    const all = asked ? [...commands.slice(0, -1), asked] : commands;
    // A file system may keep whole seconds only.
    const startedAt = Date.now() - 1000;
    const { printed, ...run } = await runCommands(plan, all, report.env?.(reports) ?? {}, means);
    const { format, writtenTo } = report;
    const place = { format, reports, directory: plan.directory, startedAt, printed };
    const tests = readReport({ ...place, ...(writtenTo && { writtenTo }) });
    return { ...run, ...(tests && { tests }) };
  } finally {
    await rm(reports, { recursive: true, force: true });
  }
}

async function runCommands(
  { directory, report }: FoundPlan,
  commands: readonly Argv[],
  env: Readonly<Record<string, string>>,
  { processes, runnable, onOutput }: Means,
): Promise<PlanRun & { printed: string }> {
  // All programs are looked for before the first runs.
  const [first, ...rest] = await Promise.all(commands.map((argv) => runnable(argv, directory)));
  if (!first) throw new Error('A plan without commands');
  const output = { stdout: createKeptOutput(KEEP_BYTES), stderr: createKeptOutput(KEEP_BYTES) };
  const printed = createPrinted();
  const add = (stream: Stream, text: string) => output[stream].add(Buffer.from(text));
  const run = (argv: Argv) =>
    processes.run({
      argv,
      cwd: directory,
      env: { COREPACK_ENABLE_DOWNLOAD_PROMPT: '0', ...env },
      onOutput: (stream, text) => {
        if (report) printed.add(text);
        // Events are shown once they are all there, as the words they carry.
        if (report?.format !== 'go' || stream === 'stderr') add(stream, text);
        onOutput(stream, text);
      },
    });
  const announce = (argv: Argv) => rest.length > 0 && add('stdout', `$ ${showCommand(argv)}\n`);
  announce(first);
  let [argv, ended] = [first, await run(first)];
  let durationMs = ended.durationMs;
  for (const next of rest) {
    if (ended.exitCode !== 0) break;
    announce(next);
    [argv, ended] = [next, await run(next)];
    durationMs += ended.durationMs;
  }
  if (report?.format === 'go') add('stdout', shownOutput('go', printed.text()));
  const [stdout, stderr] = [output.stdout.read(), output.stderr.read()];
  const { leftovers: _, ...facts } = ended;
  return {
    ...facts,
    argv,
    durationMs,
    stdout: stdout.text,
    stderr: stderr.text,
    truncated: stdout.truncated || stderr.truncated,
    printed: printed.text(),
  };
}

/** Everything printed, in the order it came; what is beyond all measure is left out. */
function createPrinted() {
  const parts: string[] = [];
  let length = 0;
  return {
    add: (text: string) => {
      length += text.length;
      if (length <= PRINTED_BYTES) parts.push(text);
    },
    text: () => parts.join(''),
  };
}
