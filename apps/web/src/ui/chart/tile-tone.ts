/** Where a meter turns to caution, and where it is full. */
const CAUTION_SHARE = 0.8;

/** The colour of a meter by how full it is. */
export function tileTone(share: number): string {
  if (share >= 1) {
    return "var(--negative)";
  }
  return share >= CAUTION_SHARE ? "var(--caution-fill)" : "var(--accent)";
}

/** How many of `count` tiles are filled: a value above zero fills at least one. */
export function filledTiles(share: number, count: number): number {
  if (!(share > 0)) {
    return 0;
  }
  return Math.min(count, Math.max(1, Math.round(share * count)));
}

const OPACITIES = [0.85, 0.85, 1, 1, 1, 0.85, 1, 0.92] as const;

/** Stones differ a little. Texture, not data. */
export function tileOpacity(index: number): number {
  return OPACITIES[index % OPACITIES.length] ?? 1;
}
