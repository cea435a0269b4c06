import type { MovementCard } from "./movement-row.tsx";

/** A card to filter by; its last digits distinguish cards of the same name. */
export interface FilterCard extends MovementCard {
  readonly last4: string;
  readonly tags: readonly string[];
}

export type FilterName = "cardId" | "tag" | "kind" | "status" | "currency";

export interface FilterOption {
  readonly value: string;
  readonly label: string;
  readonly card?: FilterCard;
}

/** The least and the greatest amount of a movement, as written in the address. */
export interface AmountRange {
  readonly min: string | undefined;
  readonly max: string | undefined;
}
