import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configSchema } from '../../src/core/config.ts';
import { createLog } from '../../src/core/log.ts';
import { createHost } from '../../src/host/create-host.ts';

const [FEW, MANY] = [40, 2700];
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
  writeFileSync(
    join(small, 'part7/file7.ts'),
    `${source(7)}\n/** Xyzzyword handles the frobnication of zorbs. */\n`,
  );
  const start = performance.now();
  let [byWords, byVector] = [0, 0];
  while (byVector === 0) {
    const { results } = await engine.query('bench', 'xyzzyword', { topK: 1, filter: undefined });
    if (!results[0]?.content.includes('Xyzzyword')) continue;
    byWords ||= performance.now() - start;
    if (results[0].signals.vector !== undefined) byVector = performance.now() - start;
  }
  const large = writeProject(join(folder, 'large'), MANY);
  const first = await look(large);
  const again: number[] = [];
  for (let round = 0; round < 5; round++) again.push(await look(large));
  await host.close();
  return {
    'edit found by words, ms': byWords,
    'edit found by vector, ms': byVector,
    'first look at 2,700 files, with the 3 s a call waits for vectors, ms': first,
    'rescan of 2,700 unchanged files, best of five, ms': Math.min(...again),
  };
}

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
