import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEncoder } from '../../src/engines/knowledge/encoder/encoder.ts';
import { MODEL_SHA256 } from '../../src/engines/knowledge/encoder/model-file.ts';
import { loadCatalog } from '../../src/host/catalog.ts';
import type { VectorFile } from '../../src/host/text-vectors.ts';
import { textsOf } from '../../src/transports/mcp/lean/tool-texts.ts';

const NAME = 'tool-vectors.json';

interface Built extends VectorFile {
  /** Vectors of another model are no use. */
  readonly model: string;
}

/** What the tools are found by, as vectors. Those of the last build are taken over: making all takes ten seconds. */
export function buildToolVectors(folder: string, lastFolder: string): void {
  const texts = [...new Set(loadCatalog().flatMap(textsOf))];
  const last = lastVectors(join(lastFolder, NAME));
  let encoder: ReturnType<typeof createEncoder> | undefined;
  const make = (text: string): Buffer => {
    encoder ??= createEncoder(folder);
    return toBytes(encoder.encode(text));
  };
  const vectors = Buffer.concat(texts.map((text) => last.get(text) ?? make(text)));
  const built: Built = { model: MODEL_SHA256, texts, vectors: vectors.toString('base64') };
  writeFileSync(join(folder, NAME), JSON.stringify(built));
}

function lastVectors(path: string): Map<string, Buffer> {
  if (!existsSync(path)) return new Map();
  const { model, texts, vectors } = JSON.parse(readFileSync(path, 'utf8')) as Built; // Sound: written above.
  if (model !== MODEL_SHA256) return new Map();
  const bytes = Buffer.from(vectors, 'base64');
  const width = bytes.length / texts.length;
  return new Map(texts.map((text, at) => [text, bytes.subarray(at * width, (at + 1) * width)]));
}

function toBytes(vector: Float32Array): Buffer {
  const largest = Math.max(...vector.map(Math.abs));
  return Buffer.from(Int8Array.from(vector, (value) => Math.round((value / largest) * 127)).buffer);
}
