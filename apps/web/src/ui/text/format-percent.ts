/** A rate in hundredths of a percent as text: 350 is `3.5%`. */
export function formatBasisPoints(basisPoints: number): string {
  return `${basisPoints / 100}%`;
}
