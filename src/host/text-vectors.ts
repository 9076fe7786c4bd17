import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Embedder } from '../core/knowledge/embedder.ts';
import { once } from '../core/timing/once.ts';
import { packageRoot } from './package-root.ts';

/** What texts mean, as vectors of length one. */
export interface TextVectors {
  of(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

/** What the build writes, so that nobody waits for the texts of all tools. */
export interface VectorFile {
  readonly texts: readonly string[];
  /** 8-bit numbers in base64, one vector after the other. */
  readonly vectors: string;
}

/** Beyond it, what was asked first is forgotten. */
const MOST_KEPT = 5000;

/** Reads what the build wrote; other texts are left to the built-in model, whose thread ends when nobody asks. */
export function createTextVectors(): TextVectors {
  const assets = join(packageRoot(), 'dist', 'knowledge');
  const kept = new Map<string, Float32Array>();
  const embedder = once(async (): Promise<Embedder> => {
    const { createBuiltinEmbedder } = await import('../engines/knowledge/embedders/builtin.ts');
    return createBuiltinEmbedder(assets);
  });
  const loaded = once(async () => {
    for (const [text, vector] of await readVectors(join(assets, 'tool-vectors.json'))) kept.set(text, vector);
  });
  return {
    of: async (texts) => {
      await loaded();
      const missing = [...new Set(texts)].filter((text) => !kept.has(text));
      if (missing.length > 0) {
        const made = await (await embedder()).embed(missing, 'query', new AbortController().signal);
        for (const [at, text] of missing.entries()) kept.set(text, made[at] ?? new Float32Array());
      }
      const found = texts.map((text) => kept.get(text) ?? new Float32Array());
      if (kept.size > MOST_KEPT) for (const text of missing) kept.delete(text);
      return found;
    },
  };
}

async function readVectors(path: string): Promise<[string, Float32Array][]> {
  const { texts, vectors } = JSON.parse(await readFile(path, 'utf8')) as VectorFile; // Sound: the build wrote it.
  const bytes = Buffer.from(vectors, 'base64');
  const width = bytes.length / texts.length;
  return texts.map((text, at) => [
    text,
    ofLengthOne(Float32Array.from({ length: width }, (_, place) => bytes.readInt8(at * width + place))),
  ]);
}

function ofLengthOne(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
