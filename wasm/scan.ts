// Exact search among 8-bit vectors, in AssemblyScript: the product of one query with every vector.

/** scores[i] = vectors[i] . query * scales[i]; `width` is a multiple of 16, the query is 16 bits wide. */
export function scan(vectors: usize, scales: usize, query: usize, count: i32, width: i32, scores: usize): void {
  for (let i = 0; i < count; i++) {
    let low = i32x4.splat(0), high = low;
    let at = vectors + <usize>i * width;
    let q = query;
    const end = at + width;
    while (at < end) {
      const v = v128.load(at);
      low = i32x4.add(low, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(v), v128.load(q)));
      high = i32x4.add(high, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(v), v128.load(q, 16)));
      at += 16;
      q += 32;
    }
    const sum = i32x4.add(low, high);
    const product =
      i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1) + i32x4.extract_lane(sum, 2) + i32x4.extract_lane(sum, 3);
    store<f32>(scores + (<usize>i << 2), <f32>product * load<f32>(scales + (<usize>i << 2)));
  }
}
