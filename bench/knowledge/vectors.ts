/** Vectors that lie in clusters, as those of texts do; the same for the same seed. */
export function clusteredVectors(count: number, width: number, seed = 1): Float32Array {
  const centres = normals(2000 * width, 42);
  const noise = normals(count * width, seed);
  const vectors = new Float32Array(count * width);
  for (let row = 0; row < count; row++) {
    const centre = ((row * 7919) % 2000) * width;
    let length = 0;
    for (let at = 0; at < width; at++) {
      const value = (centres[centre + at] ?? 0) + 0.9 * (noise[row * width + at] ?? 0);
      vectors[row * width + at] = value;
      length += value * value;
    }
    length = Math.sqrt(length);
    for (let at = 0; at < width; at++) vectors[row * width + at] = (vectors[row * width + at] ?? 0) / length;
  }
  return vectors;
}

/** The nearest by 32-bit floats. */
export function exactBest(vectors: Float32Array, query: Float32Array, count: number): number[] {
  const width = query.length;
  const scores = Array.from({ length: vectors.length / width }, (_, row) => {
    let product = 0;
    for (let at = 0; at < width; at++) product += (vectors[row * width + at] ?? 0) * (query[at] ?? 0);
    return { row, product };
  });
  return scores
    .sort((a, b) => b.product - a.product)
    .slice(0, count)
    .map(({ row }) => row);
}

function normals(count: number, seed: number): Float32Array {
  let state = seed >>> 0;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  return Float32Array.from({ length: count }, () => random() + random() + random() + random() - 2);
}
