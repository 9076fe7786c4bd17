// `node bench/ai-sdk.ts`: what a call costs through `toAiSdkTools`, beside the same call made directly, and what the AI
// SDK itself adds around any tool. Prints a page of Markdown and writes it to bench/ai-sdk.md. Needs the build.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateText, isStepCount, type ToolSet, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { createToolgate, toAiSdkTools } from 'toolgate';
import * as z from 'zod';
import { median } from './harness/statistics.ts';

const ROUNDS = 360;
const CALLS = 10;

const place = mkdtempSync(join(tmpdir(), 'tg-bench-'));
const file = join(place, 'a.txt');
writeFileSync(file, 'A line of text.\n'.repeat(20));
const toolgate = await createToolgate({ roots: [place], dataDir: join(place, 'data') });
const { tools, toolApproval } = toAiSdkTools(toolgate, { agent: 'bench', tools: ['read_file'] });
const caller = toolgate.callerFor('bench');
const bare = {
  read_file: tool({
    description: 'Read a file',
    inputSchema: z.object({ path: z.string() }),
    execute: ({ path }) => readFileSync(path, 'utf8'),
  }),
};

const input = { path: file };
const toolCall = { toolCallId: '1', toolName: 'read_file', input };
const execute = tools.read_file?.execute ?? (() => Promise.reject(new Error('There is no such tool')));
const through = () => execute(input, { toolCallId: '1', messages: [], context: {} });

const WAYS: Readonly<Record<string, () => unknown>> = {
  'the file alone, with node:fs': () => readFileSync(file, 'utf8'),
  'the tool directly: host.call': () => toolgate.host.call({ tool: 'read_file', args: input, caller }),
  'tools.read_file.execute': through,
  'toolApproval, then execute, as the SDK calls them': async () => {
    await toolApproval({ toolCall });
    await through();
  },
  'generateText with one call of a bare tool': () => generate(bare),
  'generateText with one call of ours': () => generate(tools, { toolApproval }),
};

/** One call and one answer, from a model that takes no time. */
function generate(offered: ToolSet, more: { toolApproval?: typeof toolApproval } = {}): Promise<unknown> {
  let step = 0;
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const model = new MockLanguageModelV4({
    doGenerate: async () =>
      step++ === 0
        ? {
            content: [
              { type: 'tool-call', toolCallId: '1', toolName: 'read_file', input: JSON.stringify(input) },
            ],
            finishReason: { unified: 'tool-calls', raw: undefined },
            usage,
            warnings: [],
          }
        : {
            content: [{ type: 'text', text: 'Done.' }],
            finishReason: { unified: 'stop', raw: undefined },
            usage,
            warnings: [],
          },
  });
  return generateText({ model, tools: offered, prompt: 'Read it.', stopWhen: isStepCount(3), ...more });
}

const times = new Map(Object.keys(WAYS).map((name) => [name, [] as number[]]));
const ways = Object.entries(WAYS);
for (let round = 0; round < ROUNDS; round++) {
  // Each has every place in the order: what runs before leaves its traces.
  for (const [name, run] of [...ways.slice(round % ways.length), ...ways.slice(0, round % ways.length)]) {
    await run();
    const startedAt = performance.now();
    for (let call = 0; call < CALLS; call++) await run();
    if (round >= ROUNDS / 6) times.get(name)?.push((performance.now() - startedAt) / CALLS);
  }
}
await toolgate.close();
rmSync(place, { recursive: true, force: true });

const [, direct = [], executed = [], approved = [], bareRun = [], ourRun = []] = [...times.values()];
const ms = (value: number): string => `${value.toFixed(3)} ms`;
/** Round by round, since the machine is busier in some than in others. */
const difference = (more: readonly number[], less: readonly number[]): number =>
  median(more.map((value, round) => value - (less[round] ?? 0)));
/** Below this the rounds differ by chance. */
const NOISE_MS = 0.01;
const cost = (more: readonly number[]): string => {
  const value = difference(more, direct);
  return value < NOISE_MS ? 'nothing that can be measured' : ms(value);
};
const turn = difference(ourRun, bareRun);
const page = [
  '# The AI SDK adapter',
  '',
  `Written by \`node bench/ai-sdk.ts\`: \`read_file\` of 320 bytes, median of ${(ROUNDS * 5) / 6} rounds of ${CALLS} calls.`,
  '',
  '| way | per call |',
  '| --- | --- |',
  ...[...times].map(([name, all]) => `| ${name} | ${ms(median(all))} |`),
  '',
  `\`toAiSdkTools\` adds ${cost(executed)} to a call, and ${cost(approved)} with`,
  '`toolApproval`, which judges the call once before it is made. A whole turn of the SDK with our tool, gate and record',
  `included, takes ${ms(Math.abs(turn))} ${turn < 0 ? 'less' : 'more'} than with a tool that only reads the file with node:fs.`,
  '',
].join('\n');
writeFileSync(join(import.meta.dirname, 'ai-sdk.md'), page);
console.log(page);
