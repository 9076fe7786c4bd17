// Code intelligence on a tree of scripts: node bench/code.ts DIRECTORY
import { globSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { configSchema } from '../src/core/config.ts';
import { createLog } from '../src/core/log.ts';
import { readFacts } from '../src/engines/code/read-facts.ts';
import { callerWith } from '../src/host/agent.ts';
import { createHost } from '../src/host/create-host.ts';

const root = resolve(process.argv[2] ?? '.');
const symbol = process.argv[3];

await measureSymbols();
await measureReferences();
process.exit(0);

async function measureSymbols(): Promise<void> {
  const paths = globSync('**/*.{ts,tsx,mts,js,mjs}', { cwd: root, exclude: ['**/node_modules', '**/dist'] });
  const texts = paths.map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);
  let best = 0;
  let symbols = 0;
  for (let round = 0; round < 3; round++) {
    const before = process.cpuUsage();
    symbols = 0;
    for (const [path, text] of texts)
      symbols += (await readFacts(path, text, { withUses: false }))?.symbols.length ?? 0;
    const { user, system } = process.cpuUsage(before);
    best = Math.max(best, texts.length / ((user + system) / 1e6));
  }
  console.log(`symbols: ${texts.length} files, ${symbols} symbols, ${Math.round(best)} files per CPU second`);
}

async function measureReferences(): Promise<void> {
  const config = configSchema.parse({ code: { languageServers: 'off' } });
  const log = createLog({ level: 'silent', format: 'json', write: () => {} });
  const host = createHost({ config, dataDir: mkdtempSync(join(tmpdir(), 'toolgate-bench-')), log, env: {} });
  const caller = callerWith(config, 'stdio', { cwd: root, env: {} });
  const call = async (tool: string, args: object): Promise<{ ms: number; data: Record<string, unknown> }> => {
    const startedAt = performance.now();
    const answer = await host.call({ tool, args, caller });
    if (answer.kind !== 'result' || !answer.ok) throw new Error(`${tool} failed: ${JSON.stringify(answer)}`);
    return { ms: Math.round(performance.now() - startedAt), data: answer.data };
  };
  const query = { symbol: symbol ?? 'createHost' };
  const first = await call('context_find_references', query);
  console.log(
    `first answer, nothing read yet: ${first.ms} ms, ${first.data.total} references (${first.data.tier})`,
  );
  const startedAt = performance.now();
  for (;;) {
    const { data } = await call('context_outline', { maxTokens: 200 });
    const { state, files } = data.index as { state: string; files: number };
    if (state !== 'ready') continue;
    console.log(
      `index of ${files} files ready after another ${Math.round(performance.now() - startedAt)} ms`,
    );
    break;
  }
  await call('context_find_references', query);
  const times: number[] = [];
  for (let round = 0; round < 20; round++) times.push((await call('context_find_references', query)).ms);
  console.log(`warm references: median ${times.sort((a, b) => a - b)[10]} ms, slowest ${times.at(-1)} ms`);
  await host.close();
}
