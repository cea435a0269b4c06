import type { MovementKind } from "@tessera/contract/insights/bills.schemas";

/** The side from which a list shows movements between a customer's own card and account. */
export type Viewpoint = "card" | "account";

/** Movements between a customer's own card and account. */
export const BETWEEN_POCKETS: readonly MovementKind[] = [
  "card_deposit",
  "card_withdraw",
  "card_close",
  "card_replacement",
];

interface Moved {
  readonly kind: MovementKind;
  /**
   * The amount in minor units, with the sign used in the ledger: as seen from the card, if a card
   * is involved.
   */
  readonly amountMinor: bigint;
  /** The fee in minor units, never negative. */
  readonly feeMinor: bigint;
}

/**
 * Returns the balance change to show in a list, in minor units. The account pays a load plus its
 * fee, and receives an unload in full.
 */
export function amountSeenFrom(viewpoint: Viewpoint, moved: Moved): bigint {
  const { kind, amountMinor, feeMinor } = moved;
  return viewpoint === "account" && BETWEEN_POCKETS.includes(kind)
    ? -(amountMinor + feeMinor)
    : amountMinor;
}
