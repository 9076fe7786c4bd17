import { createWasmMemory, instantiateWasm, type WasmModule } from '../../core/web-assembly.ts';

/** The vectors of a collection in memory, searched one by one: exact, and faster than an index up to a million. */
export interface Matrix {
  readonly width: number;
  readonly size: number;
  add(chunk: number, document: number, packed: Uint8Array): void;
  remove(chunk: number): void;
  /** Scores every vector; the answer is good until the next call. */
  scan(query: Float32Array): Scanned;
}

export interface Scanned {
  best(limit: number, isAllowed?: (document: number) => boolean): readonly Scored[];
  scoreOf(chunk: number): number | undefined;
}

interface Scored {
  readonly chunk: number;
  readonly score: number;
}

interface ScanKernel {
  scan(vectors: number, scales: number, query: number, count: number, width: number, scores: number): void;
}

const FIRST_ROWS = 1024;

/** `width` counts what is stored: a multiple of 16. */
export function createMatrix(module: WasmModule, width: number): Matrix {
  const rowOf = new Map<number, number>();
  const chunks: number[] = [];
  const documents: number[] = [];
  let room = makeRoom(module, width, FIRST_ROWS);

  const put = (row: number, packed: Uint8Array): void => {
    room.scales[row] = scaleOf(packed);
    room.vectors.set(new Int8Array(packed.buffer, packed.byteOffset + 4, width), row * width);
  };
  const scored: Scanned = {
    best: (limit, isAllowed) =>
      bestOf(room.scores, chunks, limit, isAllowed && ((row) => isAllowed(documents[row] ?? 0))),
    scoreOf: (chunk) => {
      const row = rowOf.get(chunk);
      return row === undefined ? undefined : room.scores[row];
    },
  };
  return {
    width,
    get size() {
      return chunks.length;
    },
    add: (chunk, document, packed) => {
      if (packed.length !== width + 4)
        throw new Error(`A vector of ${packed.length - 4} among those of ${width}`);
      const row = chunks.length;
      if (row === room.rows) room = grown(module, width, room);
      rowOf.set(chunk, row);
      chunks.push(chunk);
      documents.push(document);
      put(row, packed);
    },
    remove: (chunk) => {
      const row = rowOf.get(chunk);
      if (row === undefined) return;
      rowOf.delete(chunk);
      const [last = 0, lastDocument = 0] = [chunks.pop(), documents.pop()];
      if (row === chunks.length) return;
      // The last one takes the free place.
      const from = chunks.length;
      room.scales[row] = room.scales[from] ?? 0;
      room.vectors.copyWithin(row * width, from * width, (from + 1) * width);
      [chunks[row], documents[row]] = [last, lastDocument];
      rowOf.set(last, row);
    },
    scan: (query) => {
      const scale = writeQuery(room.query, query, width);
      room.run(chunks.length);
      for (let row = 0; row < chunks.length; row++) room.scores[row] = (room.scores[row] ?? 0) * scale;
      return scored;
    },
  };
}

type Room = ReturnType<typeof makeRoom>;

function makeRoom(module: WasmModule, width: number, rows: number) {
  const at = { query: 1024, scales: 1024 + width * 2, scores: 0, vectors: 0 };
  at.scores = at.scales + rows * 4;
  at.vectors = at.scores + rows * 4;
  const memory = createWasmMemory(at.vectors + rows * width);
  // Sound: wasm/scan.ts exports it.
  const kernel = instantiateWasm(module, memory) as ScanKernel;
  return {
    rows,
    query: new Int16Array(memory.buffer, at.query, width),
    scales: new Float32Array(memory.buffer, at.scales, rows),
    scores: new Float32Array(memory.buffer, at.scores, rows),
    vectors: new Int8Array(memory.buffer, at.vectors, rows * width),
    run: (count: number): void => kernel.scan(at.vectors, at.scales, at.query, count, width, at.scores),
  };
}

function grown(module: WasmModule, width: number, old: Room): Room {
  const room = makeRoom(module, width, old.rows * 2);
  room.scales.set(old.scales);
  room.vectors.set(old.vectors);
  return room;
}

/** Answers what the integer products are to be multiplied with. */
function writeQuery(to: Int16Array, query: Float32Array, width: number): number {
  // The sum over all places has to fit into 32 bits.
  const levels = Math.min(32_767, Math.floor(2 ** 31 / (127 * width)) - 1);
  const peak = query.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9);
  const length = Math.hypot(...query) || 1;
  to.fill(0);
  query.forEach((value, place) => {
    to[place] = Math.round((value * levels) / peak);
  });
  return peak / levels / length;
}

/** The highest scores, best first. */
function bestOf(
  scores: Float32Array,
  chunks: readonly number[],
  limit: number,
  isAllowed?: (row: number) => boolean,
): Scored[] {
  const best: Scored[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < chunks.length; row++) {
    const score = scores[row] ?? 0;
    if (score <= least || (isAllowed && !isAllowed(row))) continue;
    best.push({ chunk: chunks[row] ?? 0, score });
    if (best.length < limit * 2) continue;
    best.sort((a, b) => b.score - a.score);
    best.length = limit;
    least = best.at(-1)?.score ?? least;
  }
  return best.sort((a, b) => b.score - a.score).slice(0, limit);
}

const scaleOf = (packed: Uint8Array): number =>
  new DataView(packed.buffer, packed.byteOffset).getFloat32(0, true);
