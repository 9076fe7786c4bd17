// How well the knowledge base finds things: nDCG@10 and recall@10 on judged sets, through the gate like any agent.
//   npm run eval:retrieval -- [--data DIR] [--sets scifact,cosqa] [--cache DIR]
// A set is a directory with docs.jsonl {id, title, text}, queries.jsonl {id, text} and qrels.tsv (query, document, gain).
// Vectors take long to make the first time and are kept in the cache.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { configSchema } from '../src/core/config.ts';
import { createLog } from '../src/core/log.ts';
import { callerWith } from '../src/host/agent.ts';
import { createHost } from '../src/host/create-host.ts';
import { measure, type Scores } from './eval/measure.ts';
import { type JudgedSet, readSet } from './eval/read-set.ts';

type Data = Record<string, unknown>;

const TARGETS: Readonly<Record<string, number>> = { scifact: 0.735, cosqa: 0.585 };
const BATCH = 100;
const TOP = 10;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    sets: { type: 'string', default: 'scifact,cosqa' },
    cache: { type: 'string', default: 'node_modules/.cache/toolgate-eval' },
  },
});

const config = configSchema.parse({
  permissionLevel: 'full_access',
  limits: { writesPerMinute: 100_000, readsInFlight: 64 },
});
const log = createLog({ level: 'warn', format: 'pretty', write: (line) => process.stderr.write(line()) });
const host = createHost({ config, dataDir: resolve(values.cache), log, env: process.env });
const caller = callerWith(config, 'stdio', { cwd: process.cwd(), env: {} });
const rows: string[] = [];
for (const name of values.sets.split(',')) rows.push(await evaluate(name));
console.log(
  [
    '| set | documents | queries | nDCG@10 | recall@10 | target | ms per query |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n'),
);
await host.close();

async function evaluate(name: string): Promise<string> {
  const set = readSet(join(values.data, name));
  await index(name, set);
  const start = performance.now();
  const answers = new Map<string, readonly string[]>();
  for (const { id, text } of set.queries) {
    // Sound: it is the output of rag_query.
    const { results } = (await call('rag_query', { query: text, topK: TOP, collection: name })) as {
      results: { id: string }[];
    };
    answers.set(
      id,
      results.map((result) => result.id),
    );
  }
  const perQuery = (performance.now() - start) / set.queries.length;
  return row(name, set, measure(answers, set.judgements, TOP), perQuery);
}

function row(name: string, { documents, queries }: JudgedSet, { ndcg, recall }: Scores, ms: number): string {
  const cells = [name, documents.length, queries.length, ndcg.toFixed(4), recall.toFixed(4)];
  return `| ${[...cells, TARGETS[name] ?? '', ms.toFixed(1)].join(' | ')} |`;
}

async function index(collection: string, { documents }: JudgedSet): Promise<void> {
  for (let at = 0; at < documents.length; at += BATCH) {
    const batch = documents.slice(at, at + BATCH).map(({ id, title, text }) => ({
      id,
      content: text,
      ...(title !== '' && { metadata: { title } }),
    }));
    await call('rag_index', { documents: batch, collection });
    process.stderr.write(
      `\r${collection}: ${Math.min(at + BATCH, documents.length)} of ${documents.length} documents `,
    );
  }
  for (;;) {
    const { collections } = (await call('rag_list_collections', {})) as {
      collections: { name: string; vectors: { done: number; total: number } }[];
    };
    const ready = collections.find((one) => one.name === collection)?.vectors;
    if (!ready || ready.done >= ready.total) break;
    process.stderr.write(`\r${collection}: ${ready.done} of ${ready.total} vectors        `);
    await new Promise((wake) => setTimeout(wake, 2000));
  }
  process.stderr.write('\n');
}

async function call(tool: string, args: Data): Promise<Data> {
  const answer = await host.call({ tool, args, caller });
  if (answer.kind === 'result' && answer.ok) return answer.data;
  throw new Error(`${tool} failed: ${JSON.stringify(answer)}`);
}
