const PERCENT = /^(\d{1,3})(?:[.,](\d{1,2}))?$/;
const HUNDRED_PERCENT = 10_000;

/** A percentage as it is typed (`3.5`), in hundredths of a percent; undefined where it is none. */
export function basisPointsOf(text: string): number | undefined {
  const match = PERCENT.exec(text.trim());
  if (match === null) {
    return undefined;
  }
  const [, whole = "0", fraction = ""] = match;
  const basisPoints = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  return basisPoints > HUNDRED_PERCENT ? undefined : basisPoints;
}

/** Hundredths of a percent as they are typed: 350 is `3.5`. */
export function percentText(basisPoints: number): string {
  return String(basisPoints / 100);
}
