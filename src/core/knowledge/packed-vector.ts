const STEP = 16;

/** A vector in 8 bits a place: its scale as a float, then the places, filled up to a multiple of 16. */
export function packVector(vector: Float32Array): Uint8Array {
  const packed = new Uint8Array(4 + packedWidth(vector.length));
  const places = new Int8Array(packed.buffer, 4);
  const length = Math.hypot(...vector) || 1;
  const peak = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / length || 1;
  new DataView(packed.buffer).setFloat32(0, peak / 127, true);
  vector.forEach((value, place) => {
    places[place] = Math.round((value / length / peak) * 127);
  });
  return packed;
}

export function unpackVector(packed: Uint8Array, width: number): Float32Array {
  const scale = new DataView(packed.buffer, packed.byteOffset).getFloat32(0, true);
  return Float32Array.from(
    new Int8Array(packed.buffer, packed.byteOffset + 4, width),
    (place) => place * scale,
  );
}

export const packedWidth = (width: number): number => Math.ceil(width / STEP) * STEP;
