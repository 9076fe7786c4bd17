export function cosine(a: Float32Array, b: ArrayLike<number>): number {
  let [product, ofA, ofB] = [0, 0, 0];
  for (let at = 0; at < a.length; at++) {
    const [x, y] = [a[at] ?? 0, b[at] ?? 0];
    product += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  return product / (Math.sqrt(ofA * ofB) || 1);
}
