import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileWasm, instantiateWasm } from '../../../core/web-assembly.ts';
import { createMemory, type Memory } from './memory.ts';
import { MODEL_NAME, type ModelFile, readModelFile } from './model-file.ts';
import { createTokenizer } from './tokenizer.ts';

/** The longest text the model was trained for, in word pieces. */
export const MAX_TOKENS = 256;

/** Text to a vector of length one, on this thread. */
export interface Encoder {
  readonly width: number;
  encode(text: string): Float32Array;
}

interface Kernels {
  quantize(from: number, rows: number, width: number, to: number, scales: number): void;
  multiply(
    input: number,
    scales: number,
    rows: number,
    inputs: number,
    weights: number,
    weightScales: number,
    bias: number,
    outputs: number,
    out: number,
    withGelu: number,
  ): void;
  addAndNormalize(x: number, y: number, rows: number, width: number, gain: number, bias: number): void;
  embed(
    ids: number,
    count: number,
    words: number,
    wordScale: number,
    wordMin: number,
    places: number,
    segment: number,
    width: number,
    out: number,
  ): void;
  attend(
    qkv: number,
    count: number,
    width: number,
    heads: number,
    out: number,
    keys: number,
    scores: number,
  ): void;
  pool(from: number, count: number, width: number, out: number): void;
}

/** Loads weights and code from the directory the build made. */
export function createEncoder(assets: string): Encoder {
  const model = readModelFile(join(assets, MODEL_NAME));
  const memory = createMemory(sizeOf(model));
  const module = compileWasm(readFileSync(join(assets, 'encoder.wasm')));
  // Sound: wasm/encoder.ts exports these.
  const kernels = instantiateWasm(module, memory.own) as Kernels;
  const tokenize = createTokenizer(model.vocabulary);
  const weights = place(model, memory);
  const room = makeRoom(model, memory);
  return {
    width: model.width,
    encode: (text) => {
      const ids = tokenize(text, MAX_TOKENS);
      memory.int32(room.ids, ids.length).set(ids);
      run(kernels, model, weights, room, ids.length);
      return memory.float32(room.x, model.width).slice();
    },
  };
}

function run(kernels: Kernels, model: ModelFile, weights: Weights, room: Room, count: number): void {
  const { width, inner, heads } = model;
  const { x, y, qkv, wide, narrow, scales } = room;
  // Rows are worked on in pairs; the odd one out is multiplied for nothing and never read.
  const rows = count + (count & 1);
  const multiply = (from: number, inputs: number, dense: Dense, to: number, withGelu = 0): void => {
    kernels.quantize(from, rows, inputs, narrow, scales);
    const { at, scales: own, bias, outputs } = dense;
    kernels.multiply(narrow, scales, rows, inputs, at, own, bias, outputs, to, withGelu);
  };
  const { words, places, segment, start } = weights;
  kernels.embed(room.ids, count, words.at, words.scale, words.min, places, segment, width, x);
  kernels.addAndNormalize(x, 0, count, width, start.gain, start.bias);
  for (const layer of weights.layers) {
    multiply(x, width, layer.qkv, qkv);
    kernels.attend(qkv, count, width, heads, y, room.keys, room.scores);
    multiply(y, width, layer.attended, y);
    kernels.addAndNormalize(x, y, count, width, layer.attendedNorm.gain, layer.attendedNorm.bias);
    multiply(x, width, layer.inner, wide, 1);
    multiply(wide, inner, layer.outer, y);
    kernels.addAndNormalize(x, y, count, width, layer.outerNorm.gain, layer.outerNorm.bias);
  }
  kernels.pool(x, count, width, x);
}

/** A matrix in memory: where its rows, their scales and what is added are. */
interface Dense {
  readonly at: number;
  readonly scales: number;
  readonly bias: number;
  readonly outputs: number;
}
interface Norm {
  readonly gain: number;
  readonly bias: number;
}
interface Weights {
  readonly words: { readonly at: number; readonly scale: number; readonly min: number };
  readonly places: number;
  readonly segment: number;
  readonly start: Norm;
  readonly layers: readonly {
    readonly qkv: Dense;
    readonly attended: Dense;
    readonly inner: Dense;
    readonly outer: Dense;
    readonly attendedNorm: Norm;
    readonly outerNorm: Norm;
  }[];
}

function place(model: ModelFile, memory: Memory): Weights {
  const floats = (name: string): number => memory.putFloats(model.floats(name));
  const norm = (name: string): Norm => ({ gain: floats(`${name}.gain`), bias: floats(`${name}.bias`) });
  const dense = (...names: string[]): Dense => {
    const tensors = names.map((name) => model.tensor(name));
    const biases = names.flatMap((name) => [...model.floats(`${name}.bias`)]);
    const inputs = (tensors[0]?.bytes.length ?? 0) / ((biases.length || 1) / names.length);
    const each = tensors.flatMap(({ scale }) => Array<number>(biases.length / names.length).fill(scale));
    const rows = tensors.map(({ bytes, scale, min }) => ({ bytes, zero: Math.round(-min / scale) }));
    return {
      at: memory.putWeights(rows, inputs),
      scales: memory.putFloats(Float32Array.from(each)),
      bias: memory.putFloats(Float32Array.from(biases)),
      outputs: biases.length,
    };
  };
  const words = model.tensor('words');
  return {
    words: { at: memory.putBytes(words.bytes), scale: words.scale, min: words.min },
    places: floats('places'),
    segment: floats('segment'),
    start: norm('start'),
    layers: Array.from({ length: model.layers }, (_, layer) => ({
      qkv: dense(`${layer}.query`, `${layer}.key`, `${layer}.value`),
      attended: dense(`${layer}.attended`),
      inner: dense(`${layer}.inner`),
      outer: dense(`${layer}.outer`),
      attendedNorm: norm(`${layer}.attendedNorm`),
      outerNorm: norm(`${layer}.outerNorm`),
    })),
  };
}

type Room = ReturnType<typeof makeRoom>;

/** Where one text is worked on. */
const makeRoom = ({ width, inner }: ModelFile, memory: Memory) => ({
  ids: memory.reserve(MAX_TOKENS * 4),
  x: memory.reserve(MAX_TOKENS * width * 4),
  y: memory.reserve(MAX_TOKENS * width * 4),
  qkv: memory.reserve(MAX_TOKENS * width * 12),
  wide: memory.reserve(MAX_TOKENS * inner * 4),
  narrow: memory.reserve(MAX_TOKENS * inner * 2),
  scales: memory.reserve(MAX_TOKENS * 4),
  keys: memory.reserve(MAX_TOKENS * 32 * 4),
  scores: memory.reserve(MAX_TOKENS * 2 * 4),
});

/** Generous: what is never touched takes no memory. */
const sizeOf = ({ width, inner, layers }: ModelFile): number =>
  layers * (4 * width * width + 2 * width * inner) * 2 +
  30_522 * width +
  MAX_TOKENS * (width * 20 + inner * 6) +
  8_388_608;
