const PERCENT = /^(\d{1,3})(?:[.,](\d{1,2}))?$/;
const HUNDRED_PERCENT = 10_000;

/** Parses a typed percentage (`3.5`) into basis points; undefined if it is invalid. */
export function basisPointsOf(text: string): number | undefined {
  const match = PERCENT.exec(text.trim());
  if (match === null) {
    return undefined;
  }
  const [, whole = "0", fraction = ""] = match;
  const basisPoints = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  return basisPoints > HUNDRED_PERCENT ? undefined : basisPoints;
}

/** Formats basis points for an input: 350 becomes `3.5`. */
export function percentText(basisPoints: number): string {
  return String(basisPoints / 100);
}
