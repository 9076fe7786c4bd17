import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRedactor, type Redactor } from '../../src/gate/redact/redactor.ts';
import { inRounds } from '../harness/in-rounds.ts';
import { median } from '../harness/statistics.ts';
import { atLeast, atMost, type Measured, show } from '../report.ts';

const ROOT = join(import.meta.dirname, '../..');
const LENGTH = 4096;
const SOURCE_AT_MOST_US = 20;
const SHORT_AT_MOST_US = 1;
const STREAM_AT_LEAST_MB_S = 8;
const CHUNK = 65_536;
const MB = 1_000_000;

// As on a developer's machine: a few secrets to look for in everything that leaves.
const env = { API_TOKEN: 'a-token-of-a-service', DB_PASSWORD: 'a-password', AWS_SECRET_KEY: 'a-secret-key' };

/** Text without secrets, and how fast that is found out. */
export async function measureRedaction({
  rounds,
  megabytes,
}: {
  rounds: number;
  megabytes: number;
}): Promise<Measured> {
  const redact = createRedactor({ env });
  const texts = Object.entries(sampleTexts());
  const contenders = Object.fromEntries([
    ...texts.map(([name, text]) => [name, async () => cpuUs(() => redact.text(text), 200)] as const),
    [SHORT, async () => cpuUs(() => SHORT_TEXTS.forEach((text) => void redact.text(text)), 500)] as const,
  ]);
  await inRounds(5, contenders);
  const samples = await inRounds(rounds, contenders);
  const cost = (name: string): number => median(samples[name] ?? []);
  const short = cost(SHORT) / SHORT_TEXTS.length;
  const stream = streamLog(redact, megabytes);
  return {
    verdicts: [
      atMost('redaction of 4 KB of source', SOURCE_AT_MOST_US, 'µs CPU', cost(SOURCE)),
      atMost('redaction of a path, hash or date', SHORT_AT_MOST_US, 'µs CPU', short),
      atLeast('redaction of a stream', STREAM_AT_LEAST_MB_S, 'MB/s of CPU time', stream.megabytesPerSecond),
    ],
    section: {
      title: 'Redaction',
      note: `Texts of 4 KB without secrets, three known values to look for. The stream is a log of ${megabytes} MB in chunks of 64 KB with a secret every 100 lines; the memory in use grew by at most ${show(stream.grownMb)} MB while it passed.`,
      columns: ['text', 'CPU µs', 'MB/s'],
      rows: [
        ...texts.map(([name]) => [name, show(cost(name)), show(LENGTH / cost(name))]),
        [SHORT, show(short), ''],
        ['stream', '', show(stream.megabytesPerSecond)],
      ],
    },
  };
}

const SOURCE = 'TypeScript';
const SHORT = 'paths, hashes, dates, each';
const SHORT_TEXTS = [
  '/home/ann/project/src/gate/index.ts',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '2026-11-02T12:00:07.123Z',
  'typescript',
];

function sampleTexts(): Record<string, string> {
  const read = (path: string, from = 0): string =>
    readFileSync(join(ROOT, path), 'latin1').slice(from, from + LENGTH);
  return {
    [SOURCE]: read('src/host/create-host.ts'),
    'TypeScript about secrets': read('src/gate/redact/finders/assignments.ts'),
    JSON: read('biome.json').padEnd(LENGTH),
    'lock file': read('package-lock.json', 20_000),
    Markdown: read('ARCHITECTURE.md'),
    'minified JavaScript': read('node_modules/ipaddr.js/ipaddr.min.js', 1000),
    log: Array.from({ length: 60 }, (_, i) => logLine(i))
      .join('')
      .slice(0, LENGTH),
  };
}

const logLine = (i: number): string =>
  `2026-11-02T12:00:07.${i % 1000}Z INFO [worker-${i % 17}] request ${(i * 7919).toString(16)} GET /api/v1/items/${i} status=200 took ${i % 97} ms\n`;

function cpuUs(act: () => unknown, times: number): number {
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

function streamLog(redact: Redactor, megabytes: number): { megabytesPerSecond: number; grownMb: number } {
  const lines = Array.from({ length: 2000 }, (_, i) =>
    i % 100 === 0 ? `DB_PASSWORD=Zk82${i}mqLx!\n` : logLine(i),
  ).join('');
  const chunk = lines.repeat(2).slice(0, CHUNK);
  const stream = redact.stream();
  const inUse = (): number => process.memoryUsage().heapUsed;
  const usedBefore = inUse();
  let most = 0;
  const before = process.cpuUsage();
  for (let pushed = 0; pushed < megabytes * MB; pushed += chunk.length) {
    stream.push(chunk);
    most = Math.max(most, inUse());
  }
  stream.end();
  const { user, system } = process.cpuUsage(before);
  return { megabytesPerSecond: (megabytes * MB) / (user + system), grownMb: (most - usedBefore) / MB };
}
