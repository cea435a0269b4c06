import type { Card, FreezeLayer } from "@tessera/contract/cards/cards.schemas";

type Freezable = Pick<Card, "freezes">;

/** Whether a layer keeps the card from being used now. */
export function isFrozenBy({ freezes }: Freezable, layer: FreezeLayer): boolean {
  return freezes.some((freeze) => freeze.layer === layer);
}

/** Whether pressing unfreeze changes anything: an operator's layer and a schedule are not its. */
export function canUnfreeze(card: Freezable): boolean {
  return isFrozenBy(card, "customer") || isFrozenBy(card, "risk");
}

/** Whether anything may be added: a used card would give it back, and adding costs a fee. */
export function canFund(card: Pick<Card, "status" | "used" | "balance">): boolean {
  const owes = card.balance.startsWith("-");
  return card.status === "active" && (!card.used || owes);
}

/** Whether the card lives on: it is neither closed nor on its way there. */
export function isLiving({ status }: Pick<Card, "status">): boolean {
  return status !== "closed" && status !== "closing";
}

/** Whether payments hold a part of the balance. */
export function hasHolds({ held }: Pick<Card, "held">): boolean {
  return /[1-9]/.test(held);
}
