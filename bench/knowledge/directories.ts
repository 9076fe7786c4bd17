import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configSchema } from '../../src/core/config.ts';
import { createLog } from '../../src/core/log.ts';
import type { KnowledgeEngine } from '../../src/engines/knowledge/knowledge.ts';
import { createHost } from '../../src/host/create-host.ts';

const [FEW, MANY, EDITS] = [40, 2700, 5];
const OPTIONS = { includeIgnored: false, metadata: {}, waitMs: 300_000 };

/** How soon an edit is found in a directory that is indexed, and what a first and a second look at 2,700 files cost. */
export async function measureDirectories(folder: string): Promise<Record<string, number>> {
  const config = configSchema.parse({});
  const log = createLog({ level: 'error', format: 'pretty', write: (line) => process.stderr.write(line()) });
  const host = createHost({ config, dataDir: join(folder, 'data'), log, env: {} });
  const engine = host.knowledgeFor({ cwd: folder }, new AbortController().signal);
  const look = async (root: string): Promise<number> => {
    const start = performance.now();
    await engine.indexPath('bench', root, OPTIONS);
    return performance.now() - start;
  };
  const isFilled = async (): Promise<boolean> =>
    (await engine.collections()).every(({ chunks, vectors }) => chunks === vectors);

  const small = writeProject(join(folder, 'small'), FEW);
  await look(small);
  while (!(await isFilled())) await new Promise((wake) => setTimeout(wake, 200));
  const edits: { words: number; vector: number }[] = [];
  for (let at = 0; at < EDITS; at++) edits.push(await edit(engine, small, at));
  const large = writeProject(join(folder, 'large'), MANY);
  const first = await look(large);
  const again: number[] = [];
  for (let round = 0; round < 5; round++) again.push(await look(large));
  await host.close();
  return {
    'edit found by words, median of five, ms': median(edits.map(({ words }) => words)),
    'edit found by vector, median of five, ms': median(edits.map(({ vector }) => vector)),
    'first look at 2,700 files, with the 3 s a call waits for vectors, ms': first,
    'rescan of 2,700 unchanged files, best of five, ms': Math.min(...again),
  };
}

/** Writes a new word into a file and asks until it is found, first at all and then by its vector. */
async function edit(
  engine: KnowledgeEngine,
  root: string,
  at: number,
): Promise<{ words: number; vector: number }> {
  const name = `xyzzy${'abcde'.charAt(at)}word`;
  writeFileSync(
    join(root, `part${at}/file${at}.ts`),
    `${source(at)}\n/** ${name} handles the frobnication of zorbs. */\n`,
  );
  const start = performance.now();
  let words = 0;
  for (;;) {
    const { results } = await engine.query('bench', name, { topK: 5, filter: undefined });
    const found = results.find(({ content }) => content.includes(name));
    if (!found) continue;
    const now = performance.now() - start;
    words ||= now;
    if (found.signals.vector !== undefined) return { words, vector: now };
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

function writeProject(root: string, files: number): string {
  for (let at = 0; at < files; at++) {
    const place = join(root, `part${at % 60}`);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `file${at}.ts`), source(at));
  }
  return root;
}

const source = (at: number): string =>
  Array.from(
    { length: 12 },
    (_, part) =>
      `/** Part ${part} of file ${at}. */\nexport function work${at}x${part}(input: string): string {\n  return input.split(',').map((word) => word.trim()).join('${part}');\n}\n`,
  ).join('\n');
