// `node bench/risk.ts [--gtfobins DIR] [--tldr DIR] [--nl2bash FILE] [--list RISK]`: how public collections of commands
// are judged. The arguments are the folders `_gtfobins` and `pages` and the file `all.cm` of their repositories, which
// are not part of this one. `--list HIGH` prints the commands of that risk, with the reason, instead of the table.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { RISKS, type Risk } from '../src/core/risk.ts';
import { assessShell } from '../src/gate/risk/assess.ts';
import type { Place } from '../src/gate/risk/place.ts';
import { abusesIn, pagesIn } from './gate/collections.ts';

const { values } = parseArgs({
  options: {
    gtfobins: { type: 'string' },
    tldr: { type: 'string' },
    nl2bash: { type: 'string' },
    list: { type: 'string' },
  },
});

const place: Place = {
  cwds: ['/work/project'],
  roots: ['/work/project'],
  home: '/home/me',
  dataDir: '/home/me/.toolgate',
  allowedCommands: undefined,
  restrictedPaths: ['/etc', '/sys', '/root', '/boot'],
  startsClean: true,
};

const linesOf = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');

const sets = [
  ...(values.gtfobins ? [{ name: 'GTFOBins', lines: abusesIn(values.gtfobins) }] : []),
  ...(values.tldr ? [{ name: 'tldr', lines: pagesIn(values.tldr) }] : []),
  ...(values.nl2bash ? [{ name: 'NL2Bash', lines: linesOf(values.nl2bash) }] : []),
];

/** Deletes, stops processes or machines, works as another user: HIGH or above is what these should be. */
const DESTRUCTIVE =
  /(^|[\s;|&(`/])(sudo|doas|su|rm|rmdir|unlink|shred|dd|mkfs\S*|kill|killall|pkill|mount|umount|shutdown|reboot|poweroff|halt)(\s|$)|\s-delete(\s|$)|\s(delete|destroy|remove|uninstall|purge|prune)(\s|-|$)/;

const share = (part: number, all: number): string => `${((100 * part) / Math.max(1, all)).toFixed(1)} %`;

const rows = sets.map(({ name, lines }) => {
  const counts = Object.fromEntries(RISKS.map((risk) => [risk, 0])) as Record<Risk, number>;
  let unneeding = 0;
  let failed = 0;
  let everyday = 0;
  let everydayHigh = 0;
  for (const line of lines) {
    try {
      const { risk, reasons, needs = [] } = assessShell(line, { ...place, reached: new Set() });
      counts[risk]++;
      if (!DESTRUCTIVE.test(line)) {
        everyday++;
        if (risk === 'HIGH' || risk === 'CRITICAL') everydayHigh++;
      }
      if (needs.length === 0 && (risk === 'SAFE' || risk === 'LOW' || risk === 'MEDIUM')) unneeding++;
      if (risk === values.list) console.log(`${name}\t${line.replaceAll('\n', '⏎')}\t${reasons[0] ?? ''}`);
    } catch (error) {
      failed++;
      console.error(`${name}: ${line}: ${error}`);
    }
  }
  const all = lines.length;
  return [
    name,
    String(all),
    ...RISKS.map((risk) => share(counts[risk], all)),
    share(counts.HIGH + counts.CRITICAL, all),
    share(everydayHigh, everyday),
    share(unneeding, all),
    String(failed),
  ];
});

const table = [
  [
    'collection',
    'commands',
    ...RISKS,
    'HIGH or above',
    'not destructive',
    'up to MEDIUM, no known need',
    'errors',
  ],
  ...rows,
];
const widths = table[0]?.map((_, i) => Math.max(...table.map((row) => row[i]?.length ?? 0))) ?? [];
if (values.list === undefined)
  for (const row of table) console.log(row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  '));
