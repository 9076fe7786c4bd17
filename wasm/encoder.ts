// The arithmetic of a BERT encoder, in AssemblyScript. The host lays out the memory and calls these in order.
// Weights are 8 bits wide, held as 16; activations are quantised row by row to 12 bits. A product of the two fits
// into 32 bits for 1,536 summands, so that sums of integers are exact. Everything else is 32-bit float.

const LEVELS: f32 = 2047.0;

/** Rows of floats to rows of 16-bit integers with one scale each. `width` is a multiple of 8. */
export function quantize(from: usize, rows: i32, width: i32, to: usize, scales: usize): void {
  for (let row = 0; row < rows; row++) {
    const start = from + ((<usize>row * width) << 2);
    const end = start + (<usize>width << 2);
    let peaks = f32x4.splat(1e-9);
    for (let at = start; at < end; at += 16) peaks = f32x4.max(peaks, f32x4.abs(v128.load(at)));
    const peak = max(
      max(f32x4.extract_lane(peaks, 0), f32x4.extract_lane(peaks, 1)),
      max(f32x4.extract_lane(peaks, 2), f32x4.extract_lane(peaks, 3)),
    );
    store<f32>(scales + (<usize>row << 2), peak / LEVELS);
    const factor = f32x4.splat(LEVELS / peak);
    let out = to + ((<usize>row * width) << 1);
    for (let at = start; at < end; at += 32) {
      const low = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(at), factor)));
      const high = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(at, 16), factor)));
      v128.store(out, i16x8.narrow_i32x4_s(low, high));
      out += 16;
    }
  }
}

// @ts-ignore: decorator
@inline
function sums(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = i32x4.add(
    i8x16.shuffle(a, b, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23),
    i8x16.shuffle(a, b, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31),
  );
  const cd = i32x4.add(
    i8x16.shuffle(c, d, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23),
    i8x16.shuffle(c, d, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31),
  );
  return i32x4.add(
    i8x16.shuffle(ab, cd, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23),
    i8x16.shuffle(ab, cd, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31),
  );
}

/** Outputs that are worked on for all rows before the next: their weights stay in the nearest cache. */
const PANEL = 16;

/**
 * out[row, n] = (rows . weights[n]) * scales[row] * weightScales[n] + bias[n], with GELU where asked for.
 * Weights lie in groups of four outputs: eight inputs of each, then the next eight. `rows` is even.
 */
export function multiply(
  input: usize, scales: usize, rows: i32, inputs: i32,
  weights: usize, weightScales: usize, bias: usize, outputs: i32,
  out: usize, withGelu: i32,
): void {
  const rowBytes = <usize>inputs << 1;
  const groupBytes = rowBytes << 2;
  const outBytes = <usize>outputs << 2;
  for (let panel = 0; panel < outputs; panel += PANEL) {
    for (let row = 0; row < rows; row += 2) {
      const a = input + <usize>row * rowBytes;
      const scaleA = f32x4.splat(load<f32>(scales + (<usize>row << 2)));
      const scaleB = f32x4.splat(load<f32>(scales + (<usize>row << 2), 4));
      for (let n = panel; n < panel + PANEL; n += 4) {
        let a0 = i32x4.splat(0), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;
        let w = weights + <usize>(n >> 2) * groupBytes;
        const end = a + rowBytes;
        for (let at = a; at < end; at += 16) {
          const x = v128.load(at), y = v128.load(at + rowBytes);
          const w0 = v128.load(w), w1 = v128.load(w, 16), w2 = v128.load(w, 32), w3 = v128.load(w, 48);
          a0 = i32x4.add(a0, i32x4.dot_i16x8_s(x, w0));
          b0 = i32x4.add(b0, i32x4.dot_i16x8_s(y, w0));
          a1 = i32x4.add(a1, i32x4.dot_i16x8_s(x, w1));
          b1 = i32x4.add(b1, i32x4.dot_i16x8_s(y, w1));
          a2 = i32x4.add(a2, i32x4.dot_i16x8_s(x, w2));
          b2 = i32x4.add(b2, i32x4.dot_i16x8_s(y, w2));
          a3 = i32x4.add(a3, i32x4.dot_i16x8_s(x, w3));
          b3 = i32x4.add(b3, i32x4.dot_i16x8_s(y, w3));
          w += 64;
        }
        const each = v128.load(weightScales + (<usize>n << 2));
        const added = v128.load(bias + (<usize>n << 2));
        let first = f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(sums(a0, a1, a2, a3)), f32x4.mul(scaleA, each)), added);
        let second = f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(sums(b0, b1, b2, b3)), f32x4.mul(scaleB, each)), added);
        if (withGelu) {
          first = gelu(first);
          second = gelu(second);
        }
        const to = out + <usize>row * outBytes + (<usize>n << 2);
        v128.store(to, first);
        v128.store(to + outBytes, second);
      }
    }
  }
}

// By splitting off the power of two, which is the exponent of the result, and a polynomial for the rest.
// @ts-ignore: decorator
@inline
function exp(given: v128): v128 {
  let x = f32x4.max(f32x4.min(given, f32x4.splat(88.0)), f32x4.splat(-87.0));
  const power = f32x4.nearest(f32x4.mul(x, f32x4.splat(1.44269504)));
  x = f32x4.sub(x, f32x4.mul(power, f32x4.splat(0.693359375)));
  x = f32x4.sub(x, f32x4.mul(power, f32x4.splat(-2.1219444e-4)));
  let p = f32x4.splat(1.98756915e-4);
  p = f32x4.add(f32x4.mul(p, x), f32x4.splat(1.3981999507e-3));
  p = f32x4.add(f32x4.mul(p, x), f32x4.splat(8.3334519073e-3));
  p = f32x4.add(f32x4.mul(p, x), f32x4.splat(4.1665795894e-2));
  p = f32x4.add(f32x4.mul(p, x), f32x4.splat(1.6666665459e-1));
  p = f32x4.add(f32x4.mul(p, x), f32x4.splat(5.0000001201e-1));
  p = f32x4.add(f32x4.add(f32x4.mul(f32x4.mul(p, x), x), x), f32x4.splat(1.0));
  const shifted = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(power), i32x4.splat(127)), 23);
  return f32x4.mul(p, shifted);
}

// The error function after Abramowitz and Stegun, 7.1.26: off by less than 1.5e-7.
// @ts-ignore: decorator
@inline
function gelu(x: v128): v128 {
  const one = f32x4.splat(1);
  const z = f32x4.mul(f32x4.abs(x), f32x4.splat(0.70710678));
  const t = f32x4.div(one, f32x4.add(one, f32x4.mul(f32x4.splat(0.3275911), z)));
  let p = f32x4.splat(1.061405429);
  p = f32x4.add(f32x4.mul(p, t), f32x4.splat(-1.453152027));
  p = f32x4.add(f32x4.mul(p, t), f32x4.splat(1.421413741));
  p = f32x4.add(f32x4.mul(p, t), f32x4.splat(-0.284496736));
  p = f32x4.add(f32x4.mul(p, t), f32x4.splat(0.254829592));
  const positive = f32x4.sub(one, f32x4.mul(f32x4.mul(p, t), exp(f32x4.neg(f32x4.mul(z, z)))));
  const erf = v128.or(positive, v128.and(x, i32x4.splat(0x80000000)));
  return f32x4.mul(f32x4.mul(x, f32x4.splat(0.5)), f32x4.add(one, erf));
}

// @ts-ignore: decorator
@inline
function total(x: v128): f32 {
  return f32x4.extract_lane(x, 0) + f32x4.extract_lane(x, 1) + f32x4.extract_lane(x, 2) + f32x4.extract_lane(x, 3);
}

/** x = normalized(x + y) * gain + bias, row by row; no `y` where it is 0. */
export function addAndNormalize(x: usize, y: usize, rows: i32, width: i32, gain: usize, bias: usize): void {
  const bytes = <usize>width << 2;
  for (let row = 0; row < rows; row++) {
    const at = x + <usize>row * bytes;
    const from = y + <usize>row * bytes;
    let sum = f32x4.splat(0), squares = sum;
    for (let i: usize = 0; i < bytes; i += 16) {
      let v = v128.load(at + i);
      if (y) v = f32x4.add(v, v128.load(from + i));
      v128.store(at + i, v);
      sum = f32x4.add(sum, v);
      squares = f32x4.add(squares, f32x4.mul(v, v));
    }
    const mean = total(sum) / <f32>width;
    const variance = total(squares) / <f32>width - mean * mean;
    const centre = f32x4.splat(mean);
    const factor = f32x4.splat(<f32>1.0 / sqrt<f32>(variance + 1e-12));
    for (let i: usize = 0; i < bytes; i += 16) {
      const v = f32x4.mul(f32x4.sub(v128.load(at + i), centre), factor);
      v128.store(at + i, f32x4.add(f32x4.mul(v, v128.load(gain + i)), v128.load(bias + i)));
    }
  }
}

/** One text's embeddings: word (8 bits), place and segment added up. `ids` are 32-bit. */
export function embed(
  ids: usize, count: i32, words: usize, wordScale: f32, wordMin: f32,
  places: usize, segment: usize, width: i32, out: usize,
): void {
  const scale = f32x4.splat(wordScale), lowest = f32x4.splat(wordMin);
  for (let i = 0; i < count; i++) {
    const word = words + <usize>load<i32>(ids + (<usize>i << 2)) * width;
    const at = (<usize>i * width) << 2;
    for (let d = 0; d < width; d += 4) {
      const raw = f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(word + d))));
      const v = f32x4.add(f32x4.mul(raw, scale), lowest);
      const more = f32x4.add(v128.load(places + at + (<usize>d << 2)), v128.load(segment + (<usize>d << 2)));
      v128.store(out + at + (<usize>d << 2), f32x4.add(v, more));
    }
  }
}

const HEAD: usize = 32;
const HEAD_BYTES: usize = 128;

/**
 * Attention within one text. `qkv` has queries, keys and values side by side in a row; heads are 32 wide. `keys` has
 * room for a head's keys turned on their side, `scores` for two rows; both are padded to 16 texts' places.
 */
export function attend(
  qkv: usize, count: i32, width: i32, heads: i32, out: usize, keys: usize, scores: usize,
): void {
  const rowBytes = <usize>width * 12;
  const outBytes = <usize>width << 2;
  const padded = <usize>((count + 15) & ~15);
  const line = padded << 2;
  const scale = f32x4.splat(0.17677669529663687);
  for (let head = 0; head < heads; head++) {
    const offset = <usize>head * HEAD_BYTES;
    for (let j: usize = 0; j < padded; j++) {
      const key = qkv + j * rowBytes + (<usize>width << 2) + offset;
      for (let d: usize = 0; d < HEAD; d++)
        store<f32>(keys + d * line + (j << 2), j < <usize>count ? load<f32>(key + (d << 2)) : 0);
    }
    const values = qkv + (<usize>width << 3) + offset;
    for (let i = 0; i < count; i += 2) {
      const isPair = i + 1 < count;
      const q = qkv + <usize>i * rowBytes + offset;
      const r = isPair ? q + rowBytes : q;
      for (let j: usize = 0; j < line; j += 64) {
        let a0 = f32x4.splat(0), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;
        let key = keys + j;
        for (let d: usize = 0; d < HEAD_BYTES; d += 4) {
          const x = v128.load32_splat(q + d), y = v128.load32_splat(r + d);
          const k0 = v128.load(key), k1 = v128.load(key, 16), k2 = v128.load(key, 32), k3 = v128.load(key, 48);
          a0 = f32x4.add(a0, f32x4.mul(x, k0));
          a1 = f32x4.add(a1, f32x4.mul(x, k1));
          a2 = f32x4.add(a2, f32x4.mul(x, k2));
          a3 = f32x4.add(a3, f32x4.mul(x, k3));
          b0 = f32x4.add(b0, f32x4.mul(y, k0));
          b1 = f32x4.add(b1, f32x4.mul(y, k1));
          b2 = f32x4.add(b2, f32x4.mul(y, k2));
          b3 = f32x4.add(b3, f32x4.mul(y, k3));
          key += line;
        }
        const to = scores + j;
        v128.store(to, f32x4.mul(a0, scale));
        v128.store(to, f32x4.mul(a1, scale), 16);
        v128.store(to, f32x4.mul(a2, scale), 32);
        v128.store(to, f32x4.mul(a3, scale), 48);
        const second = to + line;
        v128.store(second, f32x4.mul(b0, scale));
        v128.store(second, f32x4.mul(b1, scale), 16);
        v128.store(second, f32x4.mul(b2, scale), 32);
        v128.store(second, f32x4.mul(b3, scale), 48);
      }
      const first = soften(scores, count, padded);
      const other = soften(scores + line, count, padded);
      const to = out + <usize>i * outBytes + offset;
      mix(values, rowBytes, count, scores, line, first, other, to, isPair ? outBytes : 0);
      mix(values + 64, rowBytes, count, scores, line, first, other, to + 64, isPair ? outBytes : 0);
    }
  }
}

/** Scores to weights, not yet divided by their sum; answers what to multiply with for that. */
function soften(scores: usize, count: i32, padded: usize): f32 {
  for (let j = <usize>count; j < padded; j++) store<f32>(scores + (j << 2), -1e30);
  let peaks = f32x4.splat(-1e30);
  for (let at = scores; at < scores + (padded << 2); at += 16) peaks = f32x4.max(peaks, v128.load(at));
  const most = f32x4.splat(
    max(
      max(f32x4.extract_lane(peaks, 0), f32x4.extract_lane(peaks, 1)),
      max(f32x4.extract_lane(peaks, 2), f32x4.extract_lane(peaks, 3)),
    ),
  );
  let sum = f32x4.splat(0);
  for (let at = scores; at < scores + (padded << 2); at += 16) {
    const x = f32x4.sub(v128.load(at), most);
    // What was padded must not count, not even a little.
    const e = v128.and(exp(x), f32x4.gt(x, f32x4.splat(-1e29)));
    v128.store(at, e);
    sum = f32x4.add(sum, e);
  }
  return <f32>1.0 / total(sum);
}

/** Sixteen columns of two rows: the values, weighted. */
// @ts-ignore: decorator
@inline
function mix(
  values: usize, rowBytes: usize, count: i32, scores: usize, line: usize,
  first: f32, other: f32, out: usize, toSecond: usize,
): void {
  let a0 = f32x4.splat(0), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;
  let value = values;
  const end = scores + (<usize>count << 2);
  for (let at = scores; at < end; at += 4) {
    const x = v128.load32_splat(at), y = v128.load32_splat(at + line);
    const v0 = v128.load(value), v1 = v128.load(value, 16), v2 = v128.load(value, 32), v3 = v128.load(value, 48);
    a0 = f32x4.add(a0, f32x4.mul(x, v0));
    a1 = f32x4.add(a1, f32x4.mul(x, v1));
    a2 = f32x4.add(a2, f32x4.mul(x, v2));
    a3 = f32x4.add(a3, f32x4.mul(x, v3));
    b0 = f32x4.add(b0, f32x4.mul(y, v0));
    b1 = f32x4.add(b1, f32x4.mul(y, v1));
    b2 = f32x4.add(b2, f32x4.mul(y, v2));
    b3 = f32x4.add(b3, f32x4.mul(y, v3));
    value += rowBytes;
  }
  const f = f32x4.splat(first), g = f32x4.splat(other);
  if (toSecond) {
    const second = out + toSecond;
    v128.store(second, f32x4.mul(b0, g));
    v128.store(second, f32x4.mul(b1, g), 16);
    v128.store(second, f32x4.mul(b2, g), 32);
    v128.store(second, f32x4.mul(b3, g), 48);
  }
  v128.store(out, f32x4.mul(a0, f));
  v128.store(out, f32x4.mul(a1, f), 16);
  v128.store(out, f32x4.mul(a2, f), 32);
  v128.store(out, f32x4.mul(a3, f), 48);
}

/** The mean of a text's rows, brought to length one. */
export function pool(from: usize, count: i32, width: i32, out: usize): void {
  const bytes = <usize>width << 2;
  let squares = f32x4.splat(0);
  for (let i: usize = 0; i < bytes; i += 16) {
    let sum = f32x4.splat(0);
    for (let row = 0; row < count; row++) sum = f32x4.add(sum, v128.load(from + <usize>row * bytes + i));
    v128.store(out + i, sum);
    squares = f32x4.add(squares, f32x4.mul(sum, sum));
  }
  const factor = f32x4.splat(<f32>1.0 / sqrt<f32>(total(squares)));
  for (let i: usize = 0; i < bytes; i += 16) v128.store(out + i, f32x4.mul(v128.load(out + i), factor));
}
