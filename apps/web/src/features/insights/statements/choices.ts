import type { MovementKind } from "@tessera/contract/insights/bills.schemas";

/** A selectable card, identified by its name and last four digits. */
export interface CardChoice {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly last4: string;
}

export interface KindChoice {
  readonly kind: MovementKind;
  readonly label: string;
}
