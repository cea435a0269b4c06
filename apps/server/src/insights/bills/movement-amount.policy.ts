import type { MovementKind } from "@tessera/contract/insights/bills.schemas";

/** Whose money a list is about, where both pockets are the customer's own. */
export type Viewpoint = "card" | "account";

/** What moves between the customer's own card and account. */
export const BETWEEN_POCKETS: readonly MovementKind[] = [
  "card_deposit",
  "card_withdraw",
  "card_close",
  "card_replacement",
];

interface Moved {
  readonly kind: MovementKind;
  /** Minor units as the ledger says it: as the card sees it, where a card is part of it. */
  readonly amountMinor: bigint;
  /** Minor units, never negative. */
  readonly feeMinor: bigint;
}

/**
 * What a movement did to the pocket that a list is about, in minor units. Funds for a card leave
 * the account with their fee; what a card gives back arrives there without one it kept.
 */
export function amountSeenFrom(viewpoint: Viewpoint, moved: Moved): bigint {
  const { kind, amountMinor, feeMinor } = moved;
  return viewpoint === "account" && BETWEEN_POCKETS.includes(kind)
    ? -(amountMinor + feeMinor)
    : amountMinor;
}
