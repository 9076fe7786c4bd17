// What the knowledge base costs: node bench/knowledge.ts; the table goes to bench/knowledge.md.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEncoder } from '../src/engines/knowledge/encoder/encoder.ts';
import { measureDirectories } from './knowledge/directories.ts';
import { measureLargeCollection } from './knowledge/large-collection.ts';

const ASSETS = 'dist/knowledge';
const folder = mkdtempSync(join(tmpdir(), 'tg-bench-'));
try {
  const rows = {
    ...measureEncoder(),
    ...(await measureLargeCollection(folder, join(ASSETS, 'scan.wasm'))),
    ...(await measureDirectories(folder)),
  };
  const [load = 0] = loadavg();
  const text = [
    '# The knowledge base in figures',
    '',
    `Measured on ${availableParallelism()} cores of ${cpus()[0]?.model ?? 'an unknown processor'}, with a load of ${load.toFixed(1)}. Made by \`node bench/knowledge.ts\`.`,
    '',
    '| measure | value |',
    '| --- | --- |',
    ...Object.entries(rows).map(([name, value]) => `| ${name} | ${value.toFixed(value < 1.5 ? 4 : 1)} |`),
    '',
  ].join('\n');
  writeFileSync('bench/knowledge.md', text);
  console.log(text);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function measureEncoder(): Record<string, number> {
  const { encode } = createEncoder(ASSETS);
  const passage = 'the host owns its directory and lets running calls finish before it leaves '.repeat(30);
  const best = (text: string, rounds: number): number =>
    Math.min(
      ...Array.from({ length: rounds }, () => {
        const start = performance.now();
        encode(text);
        return performance.now() - start;
      }),
    );
  const passageMs = best(passage, 12);
  return {
    'encoder: passage of 256 tokens, ms': passageMs,
    'encoder: passages a second, one core': 1000 / passageMs,
    'encoder: short query, ms': best('how to read a file line by line', 20),
  };
}
