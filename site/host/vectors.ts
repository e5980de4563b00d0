// site/host/vectors · the functions for vectors that libSQL has and SQLite has not. A vector is kept as bytes: where they begin, how far apart they are, and one byte for each number.

const HEAD = 8;
const MOST = 255;

/** A blob of 32-bit numbers, as it is kept. */
function vector8(blob: unknown): Uint8Array | null {
  if (!(blob instanceof Uint8Array)) return null;
  const numbers = new Float32Array(blob.slice().buffer);
  const least = numbers.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const most = numbers.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
  const step = (most - least) / MOST;
  const kept = new Uint8Array(HEAD + numbers.length);
  new Float32Array(kept.buffer, 0, 2).set([least, step]);
  for (const [at, number] of numbers.entries())
    kept[HEAD + at] = step > 0 ? Math.round((number - least) / step) : 0;
  return kept;
}

function numbersIn(kept: unknown): Float32Array | undefined {
  if (!(kept instanceof Uint8Array) || kept.length < HEAD) return undefined;
  const [least = 0, step = 0] = new Float32Array(kept.slice(0, HEAD).buffer);
  return Float32Array.from(kept.subarray(HEAD), (byte) => least + step * byte);
}

/** What is kept, as a blob of 32-bit numbers. */
function vector32(kept: unknown): Uint8Array | null {
  const numbers = numbersIn(kept);
  return numbers === undefined ? null : new Uint8Array(numbers.buffer);
}

/** 1 less the cosine; null for a vector without a direction, or one of another size. */
function vector_distance_cos(one: unknown, other: unknown): number | null {
  const [a, b] = [numbersIn(one), numbersIn(other)];
  if (a === undefined || b === undefined || a.length !== b.length) return null;
  const product = (x: Float32Array, y: Float32Array) =>
    x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0);
  const cosine = product(a, b) / Math.sqrt(product(a, a) * product(b, b));
  return Number.isFinite(cosine) ? 1 - cosine : null;
}

type OfVectors = (...given: unknown[]) => Uint8Array | number | null;

/** By their names in SQL. */
export const VECTORS: Record<string, OfVectors> = { vector8, vector32, vector_distance_cos };
