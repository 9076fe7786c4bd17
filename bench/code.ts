// `node bench/code.ts [DIRECTORY SYMBOL FILE]`: code intelligence of the built program over MCP, without a language
// server, on a tree of scripts; by default one that is put together from our dependencies. Writes bench/code.md.
import { appendFileSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { unpackSources } from '../test/support/source-tree.ts';
import { type MeasuredProgram, startProgram } from './code/measured-program.ts';
import { measureSymbols } from './code/symbols.ts';
import { endAll } from './harness/node-process.ts';
import { median } from './harness/statistics.ts';
import { atLeast, atMost, type Measured, show, toMarkdown } from './report.ts';

const WARM_CALLS = 30;
const [, , directory, symbol = 'ToolError', file = 'one/packages/toolgate/src/core/errors.ts'] = process.argv;

const place = mkdtempSync(join(tmpdir(), 'toolgate-bench-'));
try {
  const root = directory === undefined ? makeTree(join(place, 'tree')) : resolve(directory);
  const page = toMarkdown(
    [await measure(root)],
    `a tree of ${directory === undefined ? 'npm packages' : 'a public repository'}`,
    {
      title: 'Code intelligence',
      lines: [
        'Written by `node bench/code.ts`: the built program over MCP, language servers off. The machine is shared:',
        'CPU time says more than time on the clock.',
      ],
      against: '',
    },
  );
  writeFileSync(join(import.meta.dirname, 'code.md'), page);
  console.log(page);
} finally {
  await endAll();
  rmSync(place, { recursive: true, force: true });
}

/** Two of them are more than 6,000 files; what is read once by content must differ in the second. */
function makeTree(root: string): string {
  for (const copy of ['one', 'two']) {
    mkdirSync(join(root, copy), { recursive: true });
    unpackSources(join(root, copy));
  }
  for (const path of globSync('two/packages/**/*.{ts,tsx}', { cwd: root }))
    appendFileSync(join(root, path), '\n// two\n');
  return root;
}

async function measure(root: string): Promise<Measured> {
  const { files, symbols, rate } = await measureSymbols(root);
  const cold = await startProgram(join(place, 'program'), root);
  const query = { symbol, path: file };
  const cpuBefore = cold.cpu();
  const first = await cold.call('context_find_references', query);
  const firstCpu = cold.cpu() - cpuBefore;
  const built = await untilReady(cold);
  const warm = await warmCalls(cold, query);
  const peak = cold.peak();
  await cold.close();
  const again = await startProgram(join(place, 'program'), root);
  const restarted = await again.call('context_find_references', query);
  const kept = await untilReady(again);
  await again.close();
  return {
    verdicts: [
      atLeast('symbols, TypeScript', 2500, 'files per CPU second', rate),
      atMost('references of an exported symbol, warm', 60, 'ms', warm.ms),
      atMost('first answer, nothing read yet', 2000, 'ms', first.ms),
      atMost('memory, host and reading process at their peaks', 500, 'MB', peak.host + peak.reader),
    ],
    section: {
      title: 'In detail',
      note: `${files} scripts with ${symbols} symbols. References: \`${symbol}\`, which has ${first.data.total} when nothing is read yet and ${warm.total} when all is.`,
      columns: ['what', 'time, ms', 'CPU, ms'],
      rows: [
        ['first answer, nothing read yet', show(first.ms), show(firstCpu)],
        [`index of ${built.files} files, built`, show(built.ms), show(built.cpu)],
        ['references, warm, median', show(warm.ms), show(warm.cpu)],
        ['first answer after a restart', show(restarted.ms), ''],
        ['index after a restart', show(kept.ms), show(kept.cpu)],
        ['peak memory of the host, MB', show(peak.host), ''],
        ['peak memory of the reading process, MB', show(peak.reader), ''],
      ],
    },
  };
}

/** Until all is read: time from now on, and CPU since the start. */
async function untilReady(program: MeasuredProgram) {
  const startedAt = performance.now();
  for (;;) {
    const { data } = await program.call('context_outline', { maxTokens: 200 });
    const { state, files } = data.index as { state: string; files: number };
    if (state === 'ready') return { files, ms: performance.now() - startedAt, cpu: program.cpu() };
  }
}

async function warmCalls(program: MeasuredProgram, query: { symbol: string; path: string }) {
  const { data } = await program.call('context_find_references', query);
  const times: number[] = [];
  const before = program.cpu();
  for (let round = 0; round < WARM_CALLS; round++)
    times.push((await program.call('context_find_references', query)).ms);
  return { ms: median(times), cpu: (program.cpu() - before) / WARM_CALLS, total: data.total };
}
