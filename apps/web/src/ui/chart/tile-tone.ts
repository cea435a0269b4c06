/** Share at which a meter changes to the caution color. */
const CAUTION_SHARE = 0.8;

/** Returns the color for a meter with this share. */
export function tileTone(share: number): string {
  if (share >= 1) {
    return "var(--negative)";
  }
  return share >= CAUTION_SHARE ? "var(--caution-fill)" : "var(--accent)";
}

/** Returns how many of `count` tiles are filled: at least one for a share above zero. */
export function filledTiles(share: number, count: number): number {
  if (!(share > 0)) {
    return 0;
  }
  return Math.min(count, Math.max(1, Math.round(share * count)));
}

const OPACITIES = [0.85, 0.85, 1, 1, 1, 0.85, 1, 0.92] as const;

/** Returns a slightly varying opacity per tile. This adds texture and carries no data. */
export function tileOpacity(index: number): number {
  return OPACITIES[index % OPACITIES.length] ?? 1;
}
