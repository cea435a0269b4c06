import type { MovementCard } from "./movement-row.tsx";

/** A card to filter by. Its last four digits distinguish cards with the same name. */
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

/** Minimum and maximum amount of a movement, as written in the URL. */
export interface AmountRange {
  readonly min: string | undefined;
  readonly max: string | undefined;
}
