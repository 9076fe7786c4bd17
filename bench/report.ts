import { cpus, loadavg } from 'node:os';

/** A number the project promised, and what came out. */
export interface Verdict {
  readonly what: string;
  readonly target: string;
  readonly measured: string;
  /** What it was compared with, where the promise is a ratio. */
  readonly against: string;
  readonly ratio: number;
  readonly isMet: boolean;
}

export interface Section {
  readonly title: string;
  /** How the numbers came about, so that readers can judge them. */
  readonly note: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface Measured {
  readonly section: Section;
  readonly verdicts: readonly Verdict[];
}

/** At most `limit` of `unit`. */
export const atMost = (what: string, limit: number, unit: string, value: number): Verdict => ({
  what,
  target: `<= ${limit} ${unit}`,
  measured: `${show(value)} ${unit}`,
  against: '',
  ratio: value / limit,
  isMet: value <= limit,
});

/** At least `limit` of `unit`. */
export const atLeast = (what: string, limit: number, unit: string, value: number): Verdict => ({
  what,
  target: `>= ${limit} ${unit}`,
  measured: `${show(value)} ${unit}`,
  against: '',
  ratio: value / limit,
  isMet: value >= limit,
});

/** At most `times` what the other one takes. */
export const atMostTimes = (
  what: string,
  times: number,
  unit: string,
  value: number,
  other: number,
  than = 'bare SDK',
): Verdict => ({
  what,
  target: `<= ${times}x ${than}`,
  measured: `${show(value)} ${unit}`,
  against: `${show(other)} ${unit}`,
  ratio: value / other,
  isMet: value <= other * times,
});

/** What stands at the top of a page. */
export interface Opening {
  readonly title: string;
  readonly lines: readonly string[];
  /** What targets are compared with. */
  readonly against: string;
}

export const RESULTS: Opening = {
  title: 'Benchmarks',
  lines: [
    'Written by `npm run bench`. CPU is user and system time of the serving processes. Rounds are interleaved;',
    'a target is judged by the median of its rounds, a start by its best one, since whatever else the machine',
    'does can only add to a time on the clock. It is shared: ratios and CPU say more than times on the clock.',
  ],
  against: 'bare SDK',
};

export const PEERS: Opening = {
  title: 'Beside other servers',
  lines: [
    'Written by `npm run bench -- --only peers`, which installs the other servers into `bench/peers` first. All of',
    'them work on the same files: two of 4 KB and 1 MB, a directory of 10,000 entries, and a git repository of 8,000',
    'files. They are asked in turn by one raw JSON-RPC client, with a home directory of their own and telemetry off.',
    'The floor is a hand-written loop without a check of any kind (`bench/servers/floor.ts`), which reads with',
    '`node:fs/promises` as such servers do; the blocking one with `readFileSync`, as Toolgate does with small files.',
    'A bare command is the program itself. Judged are medians. The machine is shared: ratios say more than times.',
  ],
  against: 'other',
};

export function toMarkdown(
  measured: readonly Measured[],
  about: string,
  { title, lines, against: other }: Opening,
): string {
  const verdicts = measured.flatMap((part) => part.verdicts);
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}, ${process.platform}`;
  return [
    `# ${title}`,
    '',
    ...lines,
    '',
    `Machine: ${machine}; load average ${loadavg()[0]?.toFixed(1)}; ${about}.`,
    '',
    '## Targets',
    '',
    ...table(
      ['what', 'target', 'measured', other, 'ratio', ''],
      verdicts.map(({ what, target, measured: value, against, ratio, isMet }) => [
        what,
        target,
        value,
        against,
        against === '' ? '' : `${ratio.toFixed(2)}x`,
        isMet ? 'met' : '**missed**',
      ]),
    ),
    ...measured.flatMap(({ section }) => [
      '',
      `## ${section.title}`,
      '',
      section.note,
      '',
      ...table(section.columns, section.rows),
    ]),
    '',
  ].join('\n');
}

/** Three figures are more than the noise allows. */
export function show(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** Padded the way the formatter wants it. */
function table(columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = columns.map((_, i) => Math.max(3, ...[columns, ...rows].map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  return [line(columns), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}
