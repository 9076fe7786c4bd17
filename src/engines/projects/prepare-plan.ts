import { lstatSync, mkdirSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { userId } from '../../core/process/user-id.ts';
import { type Argv, showCommand } from '../../core/text/command-words.ts';
import { removeTree } from '../files/tree/remove-tree.ts';
import type { Stream } from '../process/process.ts';
import { createKeptOutput } from '../process/table/kept-output.ts';
import { readReport, shownOutput } from '../test-reports/read-report.ts';
import type { TestReport } from '../test-reports/report.ts';
import type { FoundPlan } from './detect.ts';

const KEEP_BYTES = 46_080;
/** What is kept of the output of runners whose only report it is. */
const PRINTED_CHARACTERS = 33_554_432;
/** Reports of runs that went on in the background are nobody's any more. */
const ABANDONED_MS = 7_200_000;

/** A plan as one process, with its report waiting to be read. */
export interface PreparedPlan {
  readonly argv: Argv;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where it puts its report. */
  readonly shares: readonly string[];
  /** To be told of everything the process prints. */
  onOutput(stream: Stream, text: string): void;
  /** Once it has ended: what its report says, and its output where that was not meant for people. */
  finish(stdoutBytes?: number): { readonly tests?: TestReport; readonly stdout?: string };
}

export async function preparePlan(
  { commands, report, directory }: FoundPlan,
  runnable: (argv: Argv) => Promise<Argv>,
): Promise<PreparedPlan> {
  // Before anything is made: what cannot run needs no place for its report.
  await Promise.all(commands.map(runnable));
  const reports = report?.command || report?.env ? reportDirectory() : '';
  const asked = report?.command?.(reports);
  const all = await Promise.all((asked ? [...commands.slice(0, -1), asked] : commands).map(runnable));
  const printed: string[] = [];
  let length = 0;
  // A file system may keep whole seconds only.
  const startedAt = Date.now() - 1000;
  return {
    argv: oneProcess(all),
    cwd: directory,
    shares: reports === '' ? [] : [reports],
    env: { COREPACK_ENABLE_DOWNLOAD_PROMPT: '0', ...report?.env?.(reports) },
    onOutput: (_stream, text) => {
      length += text.length;
      if (report && length <= PRINTED_CHARACTERS) printed.push(text);
    },
    finish: (stdoutBytes = KEEP_BYTES) => {
      if (!report) return {};
      const { format, writtenTo } = report;
      const place = { format, reports, directory, startedAt, printed: printed.join('') };
      const tests = readReport({ ...place, ...(writtenTo && { writtenTo }) });
      if (reports !== '') void removeTree(reports);
      return {
        ...(tests && { tests }),
        ...(format === 'go' && { stdout: cut(shownOutput(format, place.printed), stdoutBytes) }),
      };
    },
  };
}

/** Several commands as one: a shell runs them in turn, each word quoted, and stops at the first that fails. */
function oneProcess(commands: readonly Argv[]): Argv {
  const [first, ...rest] = commands;
  if (!first) throw new Error('A plan without commands');
  if (rest.length === 0) return first;
  const lines = commands.map(
    (argv) => `echo ${quote(`$ ${showCommand(argv)}`)} && ${argv.map(quote).join(' ')}`,
  );
  return ['sh', '-c', lines.join(' && ')];
}

const quote = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

function cut(text: string, keepBytes: number): string {
  const kept = createKeptOutput(keepBytes);
  kept.add(Buffer.from(text));
  return kept.read().text;
}

/** A fresh directory only this user can look into; old ones beside it are removed. */
function reportDirectory(): string {
  const uid = userId();
  const parent = join(tmpdir(), `toolgate-reports-${uid}`);
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const stats = lstatSync(parent);
  // Somebody else made it first, to look into what is written there.
  if (!stats.isDirectory() || (uid >= 0 && stats.uid !== uid))
    return mkdtempSync(join(tmpdir(), 'toolgate-report-'));
  for (const name of readdirSync(parent)) {
    const path = join(parent, name);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY);
    if (age > ABANDONED_MS) void removeTree(path);
  }
  return mkdtempSync(join(parent, 'run-'));
}
