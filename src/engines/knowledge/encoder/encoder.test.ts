import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { createEncoder, MAX_TOKENS } from './encoder.ts';
import { MODEL_NAME, readModelFile } from './model-file.ts';
import { createTokenizer } from './tokenizer.ts';

const ASSETS = join(import.meta.dirname, '../../../../dist/knowledge');

interface Reference {
  readonly text: string;
  /** As the published tokenizer has them; left out where the text is long. */
  readonly ids?: readonly number[];
  /** As the published graph computes it in 32-bit floats. */
  readonly vector: string;
}

// Made once with the tokenizer and the graph of the published model, run by their own reference runtimes.
const references = JSON.parse(
  readFileSync(join(import.meta.dirname, 'reference.json'), 'utf8'),
) as Reference[];

test('tokens are those of the published tokenizer', () => {
  const tokenize = createTokenizer(readModelFile(join(ASSETS, MODEL_NAME)).vocabulary);
  for (const { text, ids } of references) if (ids) expect([...tokenize(text, MAX_TOKENS)]).toEqual(ids);
  expect(tokenize('word '.repeat(1000), MAX_TOKENS)).toHaveLength(MAX_TOKENS);
  expect([...tokenize('', MAX_TOKENS)]).toEqual([101, 102]);
});

test('vectors are those of the published model to a cosine of 0.999', () => {
  const { encode } = createEncoder(ASSETS);
  for (const { text, vector } of references) {
    const bytes = Buffer.from(vector, 'base64');
    const expected = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    const found = encode(text);
    const cosine = found.reduce((sum, value, at) => sum + value * (expected[at] ?? 0), 0);
    expect(cosine).toBeGreaterThan(0.999);
    expect(Math.hypot(...found)).toBeCloseTo(1, 4);
  }
});

test('a model file that was changed or is missing is refused in words', () => {
  const folder = temporaryDirectory();
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(ASSETS, 'encoder.wasm'), join(folder, 'encoder.wasm'));
  expect(() => createEncoder(folder)).toThrow(/cannot be read/);
  const model = readFileSync(join(ASSETS, MODEL_NAME));
  model.writeUInt8((model.readUInt8(5_000_000) + 1) % 256, 5_000_000);
  writeFileSync(join(folder, MODEL_NAME), model);
  expect(() => createEncoder(folder)).toThrow(/is damaged/);
});
