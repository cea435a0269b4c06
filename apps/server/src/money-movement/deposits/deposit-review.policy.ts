/**
 * Ten times the maximum deposit, in hundredths of a USDT. A payment above this amount is probably a
 * mistake, so two operators review it.
 */
export const REVIEWED_ABOVE_MINOR = 100_000_000n;

/** Lists the reasons for operators to review a payment before it is credited. Usually empty. */
export function depositReasons(payment: {
  readonly receivedMinor: bigint;
  readonly isFlagged: boolean;
  /** Whether USDT is currently depegged, regardless of the agreed rate. */
  readonly isDepegged: boolean;
  /** Whether the payment arrived after its rate had expired, when no current rate was available. */
  readonly isUnpriced: boolean;
}): string[] {
  return [
    ...(payment.isFlagged ? ["flagged"] : []),
    ...(payment.isDepegged ? ["asset_depegged"] : []),
    ...(payment.isUnpriced ? ["no_rate"] : []),
    ...(payment.receivedMinor > REVIEWED_ABOVE_MINOR ? ["over_threshold"] : []),
  ];
}
