/** Returns the 32-bit FNV-1a hash of the text's UTF-8 bytes. */
export function fnv1a32(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash >>> 0;
}

/** Applies MurmurHash3's 32-bit finalizer. */
export function fmix32(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Returns a generator of numbers from 0 to 1 that depend only on the seed. */
export function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns noise from 0 to 1 for tile (i, j) of a card; `channel` separates independent uses. */
export function tileNoise(seed: number, i: number, j: number, channel: number): number {
  const mixed =
    seed ^
    Math.imul(i + 512, 0x9e3779b1) ^
    Math.imul(j + 512, 0x85ebca77) ^
    Math.imul(channel, 0xc2b2ae3d);
  return fmix32(mixed) / 4294967296;
}
