/**
 * A payment above ten times the largest deposit, in hundredths of a USDT: more than anybody can
 * have meant to send, so that two people look at it.
 */
const REVIEWED_ABOVE_MINOR = 100_000_000n;

/** Why people decide about a payment before it is credited; none for most. */
export function depositReasons(payment: {
  readonly receivedMinor: bigint;
  readonly isFlagged: boolean;
  /** Whether the asset now trades too far from one dollar, whatever rate was agreed. */
  readonly isDepegged: boolean;
  /** Whether it arrived after its rate expired, while there was no current one. */
  readonly isUnpriced: boolean;
}): string[] {
  return [
    ...(payment.isFlagged ? ["flagged"] : []),
    ...(payment.isDepegged ? ["asset_depegged"] : []),
    ...(payment.isUnpriced ? ["no_rate"] : []),
    ...(payment.receivedMinor > REVIEWED_ABOVE_MINOR ? ["over_threshold"] : []),
  ];
}
