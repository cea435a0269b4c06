import type { Card, FreezeLayer } from "@tessera/contract/cards/cards.schemas";

type Freezable = Pick<Card, "freezes">;

/** Returns true if this layer currently freezes the card. */
export function isFrozenBy({ freezes }: Freezable, layer: FreezeLayer): boolean {
  return freezes.some((freeze) => freeze.layer === layer);
}

/**
 * Returns true if the card has a freeze that its owner can lift. Owners cannot lift freezes set by
 * operators or schedules.
 */
export function canUnfreeze(card: Freezable): boolean {
  return isFrozenBy(card, "customer") || isFrozenBy(card, "risk");
}

/** Returns true if funds can be added. A used single-use card would return them, minus a fee. */
export function canFund(card: Pick<Card, "status" | "used" | "balance">): boolean {
  const owes = card.balance.startsWith("-");
  return card.status === "active" && (!card.used || owes);
}

/** Returns true unless the card is closed or closing. */
export function isLiving({ status }: Pick<Card, "status">): boolean {
  return status !== "closed" && status !== "closing";
}

/** Returns true if pending payments hold part of the balance. */
export function hasHolds({ held }: Pick<Card, "held">): boolean {
  return /[1-9]/.test(held);
}
