import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configSchema } from '../../src/core/config.ts';
import { createLog } from '../../src/core/log.ts';
import { callerWith } from '../../src/host/agent.ts';
import { createHost } from '../../src/host/create-host.ts';

const FILES = 2700;

type Data = Record<string, unknown>;

/** A directory of 2,700 files: the first look, a second one, and how soon an edit is found. */
export async function measureLargeDirectory(folder: string): Promise<Record<string, number>> {
  const root = join(folder, 'project');
  for (let at = 0; at < FILES; at++) {
    const place = join(root, `part${at % 60}`);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `file${at}.ts`), source(at));
  }
  const config = configSchema.parse({ permissionLevel: 'full_access', limits: { writesPerMinute: 100_000 } });
  const log = createLog({ level: 'error', format: 'pretty', write: (line) => process.stderr.write(line()) });
  const host = createHost({ config, dataDir: join(folder, 'data'), log, env: {} });
  const caller = callerWith(config, 'stdio', { cwd: root, env: {} });
  const call = async (tool: string, args: Data): Promise<Data> => {
    const answer = await host.call({ tool, args, caller });
    if (answer.kind === 'result' && answer.ok) return answer.data;
    throw new Error(`${tool} failed: ${JSON.stringify(answer)}`);
  };
  const engine = host.knowledgeFor({ cwd: root }, new AbortController().signal);
  const options = { includeIgnored: false, metadata: {}, waitMs: 300_000 };
  const look = async (): Promise<number> => {
    const start = performance.now();
    await engine.indexPath('bench', root, options);
    return performance.now() - start;
  };
  const first = await look();
  const again: number[] = [];
  for (let round = 0; round < 5; round++) again.push(await look());
  const found = async (word: string): Promise<{ lexical: number; vector: number }> => {
    writeFileSync(
      join(root, 'part7/file7.ts'),
      `${source(7)}\n/** ${word} handles the frobnication of zorbs. */\n`,
    );
    const start = performance.now();
    let lexical = 0;
    for (;;) {
      const { results } = (await call('rag_query', { query: word, collection: 'bench', topK: 1 })) as {
        results: { content: string; signals: { vector?: number } }[];
      };
      const isThere = results[0]?.content.includes(word) === true;
      if (isThere && lexical === 0) lexical = performance.now() - start;
      if (isThere && results[0]?.signals.vector !== undefined)
        return { lexical, vector: performance.now() - start };
    }
  };
  const edit = await found('xyzzyword');
  await host.close();
  return {
    'first look at 2,700 files until words are found, ms': first,
    'rescan of 2,700 unchanged files, best of five, ms': Math.min(...again),
    'edit found by words, ms': edit.lexical,
    'edit found by vector while others are filled in, ms': edit.vector,
  };
}

const source = (at: number): string =>
  Array.from(
    { length: 12 },
    (_, part) =>
      `/** Part ${part} of file ${at}. */\nexport function work${at}x${part}(input: string): string {\n  return input.split(',').map((word) => word.trim()).join('${part}');\n}\n`,
  ).join('\n');
