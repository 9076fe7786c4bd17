// `node bench/gate.ts [--gtfobins DIR] [--tldr DIR]`: how much passes the gate silently, how often it would ask,
// what it asks on a coding day, and what judging costs. Writes bench/gate.md. The collections are read where they
// are at hand (the `_gtfobins` and `pages` folders of their repositories); they are not part of this one.
import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { configSchema } from '../src/core/config.ts';
import { isAtLeast } from '../src/core/risk.ts';
import { insideOf } from '../src/engines/files/open/reach.ts';
import { readText } from '../src/engines/files/read/read-text.ts';
import { decisionFor, WITHOUT_PROGRAMS } from '../src/gate/policy/decision.ts';
import { placeOf } from '../src/gate/risk/place.ts';
import { judgeShell } from '../src/gate/risk/walk/judge-shell.ts';
import { callerWith } from '../src/host/agent.ts';
import { samples } from '../test/risk/commands.ts';
import { abusesIn, pagesIn } from './gate/collections.ts';
import { replay } from './gate/replay.ts';
import { median } from './harness/statistics.ts';

const { values } = parseArgs({ options: { gtfobins: { type: 'string' }, tldr: { type: 'string' } } });
const root = join(import.meta.dirname, '..');
const config = configSchema.parse({});
const caller = callerWith(config, 'stdio', { cwd: root }, 'bench');
const surroundings = {
  home: homedir(),
  dataDir: join(homedir(), '.toolgate'),
  shell: config.shell,
  sandbox: config.sandbox,
  findSandbox: async () => true,
  readText: (path: string, roots: readonly string[]) => readText(path, insideOf(roots)),
  hashFile: () => undefined,
  outsidePath: (path: string) => path,
  realPathOf: (path: string) => path,
  readerOf: () => undefined,
  isOwnProcess: () => false,
  work: () => Promise.reject(new Error('Nothing asks for this')),
  allowedOrigins: config.egress.allowedOrigins,
};
const place = placeOf(surroundings, caller);

/** As the gate would decide at default settings, where a sandbox works. */
function verdictOf(command: string): { risk: ReturnType<typeof judgeShell>['risk']; verdict: string } {
  const { risk, reasons, isForbidden, commands, weighty } = judgeShell(command, place);
  const { verdict } = decisionFor(
    {
      tool: 'shell_execute',
      risk,
      isChange: isAtLeast(risk, 'MEDIUM'),
      forbidden: isForbidden ? (reasons[0] ?? 'hard deny') : undefined,
      isRead: false,
      ...WITHOUT_PROGRAMS,
      subject: {
        tool: 'shell_execute',
        session: 'bench',
        principals: ['local'],
        argsDigest: () => command,
        access: [],
        beyondNeeds: [],
        touches: [],
        commands,
        weighty,
        writes: [],
      },
      caller,
    },
    [],
    config,
  );
  return { risk, verdict };
}

const all = samples();

const abuses = [
  {
    from: 'our own list',
    lines: all.filter(({ bound }) => bound === '>=').map(({ command }) => command),
  },
  ...(values.gtfobins ? [{ from: 'GTFOBins', lines: abusesIn(values.gtfobins) }] : []),
];
const everyday = [
  { from: 'our own list', lines: all.filter(({ bound }) => bound === '<=').map(({ command }) => command) },
  ...(values.tldr ? [{ from: 'tldr', lines: pagesIn(values.tldr) }] : []),
];

/** Columns as wide as their widest cell. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(3, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

const code = (text: string): string => `\`${text.replaceAll('|', '\\|').replaceAll(root, '.')}\``;

const share = (part: number, of: number): string => `${((100 * part) / of).toFixed(1)} % (${part} of ${of})`;

const silent = abuses.map(({ from, lines }) => {
  const passed = lines.filter((line) => verdictOf(line).verdict === 'allow');
  return {
    row: [`abuses that pass unasked, ${from}`, '< 1 %', share(passed.length, lines.length)],
    passed,
  };
});
const loud = everyday.map(({ from, lines }) => {
  const judged = lines.map((line) => verdictOf(line));
  const high = judged.filter(({ risk }) => isAtLeast(risk, 'HIGH')).length;
  const unasked = judged.filter(({ verdict }) => verdict === 'allow').length;
  return [
    [`everyday commands asked at HIGH or above, ${from}`, '< 25 %', share(high, lines.length)],
    [`everyday commands that run unasked, ${from}`, '', share(unasked, lines.length)],
  ];
});

/** Judging and deciding, warm: the median of many rounds over typical commands, in CPU time. */
function costUs(): number {
  const typical = [
    'git status -sb',
    'npm test',
    'rg -n "TODO" src | head -20',
    'npx vitest run src/gate/risk 2>&1 | tail -30',
    'cat package.json | jq .version',
    'find . -name "*.ts" -not -path "./node_modules/*" | xargs wc -l',
    'git add -A && git commit -m "Fix it"',
    'for f in src/*.ts; do echo "$f"; done',
    'curl -s http://localhost:3000/health',
    'sed -n "1,40p" src/index.ts',
  ];
  const round = (): number => {
    const before = process.cpuUsage();
    for (let i = 0; i < 200; i++) for (const line of typical) verdictOf(line);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / (200 * typical.length);
  };
  Array.from({ length: 5 }, round);
  return median(Array.from({ length: 15 }, round));
}

const { calls, asked, twice, refused } = await replay({ config, caller, surroundings });
const page = `# What the gate lets pass, and what it asks

\`node bench/gate.ts\` writes this page. Default settings (\`execute_with_confirm\`), a sandbox that works. The best
published mediator lets 10.0 % of the abuses in GTFOBins pass silently and cannot inspect 87 % of everyday commands.

${table([
  ['', 'target', 'measured'],
  ...silent.map(({ row }) => row),
  ...loud.flat(),
  [`questions on a coding day of ${calls} calls`, '<= 12', String(asked.length)],
  ['of these, asked twice', '0', String(twice)],
  ['judging and deciding a typical command, CPU', '<= 150 µs', `${costUs().toFixed(0)} µs`],
])}

The [lists](../test/risk/commands) have one file per subject. They are tests
as well, and their wrong expectations were corrected where the gate was right, so what they say holds by
construction; a list that nobody here has seen says more. GTFOBins and tldr pages
are read with \`--gtfobins\` and \`--tldr\` where they are at hand.

## The questions of the day

The [trace](gate/trace.txt) is composed after the work on this repository, not recorded from it. The person answers
"always" where that is offered, else "for this session", else "once". Only the decision is replayed; nothing runs.
Commands that do nothing but write files whose edits were allowed run unasked in the closed sandbox.

${table([
  ['call', 'risk', 'answer', 'covers'],
  ...asked.map(({ line, risk, answer, covers }) => [code(line), risk, answer, code(covers)]),
])}
${refused.length > 0 ? `\nRefused:\n\n${refused.map((line) => `- ${line}`).join('\n')}\n` : ''}${silent.some(({ passed }) => passed.length > 0) ? `\n## What passed\n\n${silent.flatMap(({ passed }) => passed.map((line) => `- \`${line}\``)).join('\n')}\n` : ''}`;
console.log(page);
writeFileSync(join(import.meta.dirname, 'gate.md'), page);
