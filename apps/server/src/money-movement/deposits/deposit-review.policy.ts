/**
 * Ten times the maximum deposit, in hundredths of the asset. A payment above this is probably
 * a mistake, so two operators review it.
 */
export const REVIEWED_ABOVE_MINOR = 100_000_000n;

/** Reasons for which two operators must agree. */
const OF_TWO: ReadonlySet<string> = new Set(["over_threshold", "other_network", "other_token"]);

/** Returns whether two operators must approve a payment that is reviewed for these reasons. */
export function needsTwo(reasons: readonly string[]): boolean {
  return reasons.some((reason) => OF_TWO.has(reason));
}

/** Lists the reasons for operators to review a payment before it is credited. Usually empty. */
export function depositReasons(payment: {
  readonly receivedMinor: bigint;
  readonly isFlagged: boolean;
  /** Whether the asset is currently depegged, regardless of the agreed rate. */
  readonly isDepegged: boolean;
  /** Whether the payment arrived after its rate had expired, when no current rate was available. */
  readonly isUnpriced: boolean;
  /** What is different about a misdirected payment. */
  readonly misdirection: readonly ("other_network" | "other_token")[];
}): string[] {
  return [
    ...payment.misdirection,
    ...(payment.isFlagged ? ["flagged"] : []),
    ...(payment.isDepegged ? ["asset_depegged"] : []),
    ...(payment.isUnpriced ? ["no_rate"] : []),
    ...(payment.receivedMinor > REVIEWED_ABOVE_MINOR ? ["over_threshold"] : []),
  ];
}
