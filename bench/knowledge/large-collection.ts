import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { packVector } from '../../src/core/knowledge/packed-vector.ts';
import { queryWords } from '../../src/core/knowledge/words.ts';
import { compileWasm } from '../../src/core/web-assembly.ts';
import { makeDocument } from '../../src/engines/knowledge/make-document.ts';
import { rank } from '../../src/engines/knowledge/rank/rank.ts';
import { createActs } from '../../src/store/knowledge/acts.ts';
import { createMatrix } from '../../src/store/knowledge/matrix.ts';
import { clusteredVectors, exactBest } from './vectors.ts';

const CHUNKS = 100_000;
const WIDTH = 384;
const QUERIES = [
  'where is the lock of the data directory taken',
  'readLines',
  'how are secrets masked in the output',
  'parse the configuration file and report unknown keys',
  'createThread worker',
  'approval expires and is denied',
  'git diff of staged files',
  'rate limit per agent',
  'sandbox bubblewrap arguments',
  'hash chain of the audit log',
];

/** A vector scan and hybrid queries over as many chunks as a large workspace has. */
export async function measureLargeCollection(
  folder: string,
  scanCode: string,
): Promise<Record<string, number>> {
  const vectors = clusteredVectors(CHUNKS, WIDTH);
  const { scanMs, recall } = measureScan(vectors, scanCode);
  const path = join(folder, 'large.db');
  const acts = createActs(path, scanCode);
  acts.create('large', 'bench');
  const texts = sourceTexts('src');
  for (let at = 0; at < CHUNKS; at += 500) {
    const given = new Map<string, Float32Array>();
    const documents = [];
    for (let step = 0; step < 500; step++) {
      const place = at + step;
      const text = `${texts[place % texts.length] ?? ''}\n// copy ${place}`;
      const document = await makeDocument({
        id: `d${place}`,
        text,
        metadata: {},
        embedder: 'bench',
        isWhole: true,
      });
      for (const { key } of document.pieces)
        given.set(key, vectors.subarray(place * WIDTH, (place + 1) * WIDTH));
      documents.push(document);
    }
    acts.upsert('large', documents, given);
  }
  const times = Array.from({ length: 60 }, (_, round) => {
    const query = QUERIES[round % QUERIES.length] ?? '';
    const place = (round * 997) % CHUNKS;
    const vector = vectors.slice(place * WIDTH, (place + 1) * WIDTH);
    const start = performance.now();
    const request = { words: queryWords(query), vector, where: undefined, roots: ['/'], limit: 100 };
    rank(query, acts.search('large', request).found);
    return performance.now() - start;
  })
    .slice(1)
    .sort((a, b) => a - b);
  return {
    'vector scan, best of five, ms': scanMs,
    'recall@10 against floats': recall,
    'vectors on disk, MB': vectorBytes(path) / 1e6,
    'whole file, MB': statSync(path).size / 1e6,
    'hybrid query p50, ms': times[Math.floor(times.length / 2)] ?? 0,
    'hybrid query p95, ms': times[Math.floor(times.length * 0.95)] ?? 0,
  };
}

function measureScan(vectors: Float32Array, scanCode: string): { scanMs: number; recall: number } {
  const matrix = createMatrix(compileWasm(readFileSync(scanCode)), WIDTH);
  for (let at = 0; at < CHUNKS; at++)
    matrix.add(at, at, packVector(vectors.subarray(at * WIDTH, (at + 1) * WIDTH)));
  const queries = clusteredVectors(40, WIDTH, 7);
  const query = (at: number): Float32Array => queries.subarray(at * WIDTH, (at + 1) * WIDTH);
  matrix.scan(query(0));
  const times = Array.from({ length: 5 }, (_, at) => {
    const start = performance.now();
    matrix.scan(query(at));
    return performance.now() - start;
  });
  let hits = 0;
  for (let at = 0; at < 40; at++) {
    const found = new Set(
      matrix
        .scan(query(at))
        .best(10)
        .map(({ chunk }) => chunk),
    );
    hits += exactBest(vectors, query(at), 10).filter((row) => found.has(row)).length;
  }
  return { scanMs: Math.min(...times), recall: hits / 400 };
}

/** The pages of the table, counted by filling a file with nothing else. */
function vectorBytes(path: string): number {
  const db = new DatabaseSync(`${path}.vectors`);
  db.exec(`PRAGMA page_size = 16384; ATTACH '${path}' AS large; CREATE TABLE vector (passage INTEGER PRIMARY KEY, packed BLOB NOT NULL) STRICT;
    INSERT INTO vector SELECT * FROM large.vector ORDER BY passage`);
  db.close();
  return statSync(`${path}.vectors`).size;
}

function sourceTexts(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').slice(0, 1500));
}
