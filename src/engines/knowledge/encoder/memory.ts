import { createWasmMemory, type WasmMemory } from '../../../core/web-assembly.ts';

/** The memory of a WebAssembly module, handed out from the start and never given back. */
export interface Memory {
  readonly own: WasmMemory;
  reserve(bytes: number): number;
  putBytes(bytes: Uint8Array): number;
  putFloats(floats: Float32Array): number;
  /** Rows of 8-bit weights as 16-bit ones around zero, in groups of four rows, eight inputs of each at a time. */
  putWeights(parts: readonly { readonly bytes: Uint8Array; readonly zero: number }[], inputs: number): number;
  float32(at: number, length: number): Float32Array;
  int32(at: number, length: number): Int32Array;
}

const GROUP = 4;
const STEP = 8;

export function createMemory(bytes: number): Memory {
  const own = createWasmMemory(bytes);
  // Zero is no address: a kernel takes it for "none".
  let free = 1024;
  const reserve = (size: number): number => {
    const at = free;
    free += Math.ceil(size / 16) * 16;
    if (free > own.buffer.byteLength) throw new Error(`The encoder's memory of ${bytes} bytes is too small`);
    return at;
  };
  return {
    own,
    reserve,
    putBytes: (given) => {
      const at = reserve(given.length);
      new Uint8Array(own.buffer, at, given.length).set(given);
      return at;
    },
    putFloats: (floats) => {
      const at = reserve(floats.byteLength);
      new Float32Array(own.buffer, at, floats.length).set(floats);
      return at;
    },
    putWeights: (parts, inputs) => {
      const length = parts.reduce((sum, part) => sum + part.bytes.length, 0);
      const at = reserve(length * 2);
      const to = new Int16Array(own.buffer, at, length);
      let row = 0;
      for (const { bytes, zero } of parts) {
        for (let from = 0; from < bytes.length; from += inputs, row++) {
          const start = Math.floor(row / GROUP) * GROUP * inputs + (row % GROUP) * STEP;
          for (let input = 0; input < inputs; input++) {
            const step = Math.floor(input / STEP) * STEP * GROUP;
            to[start + step + (input % STEP)] = (bytes[from + input] ?? 0) - zero;
          }
        }
      }
      return at;
    },
    float32: (at, length) => new Float32Array(own.buffer, at, length),
    int32: (at, length) => new Int32Array(own.buffer, at, length),
  };
}
