/** Formats basis points as a percentage: 350 becomes `3.5%`. */
export function formatBasisPoints(basisPoints: number): string {
  return `${basisPoints / 100}%`;
}
