import type { FreezeLayer } from "@tessera/contract/cards/cards.schemas";
import type { ErrorCode } from "@tessera/contract/errors/catalog";
import type { CardRow, StoredFreeze } from "../../db/tables/cards.tables.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import type { CardStanding } from "./cards.repository.ts";

/**
 * Error codes by freeze layer, in the order in which they take precedence if several layers freeze
 * a card.
 */
const FROZEN_CODES = {
  operator: "card_frozen_operator",
  verification: "card_frozen_verification",
  risk: "card_frozen_risk",
  customer: "card_frozen",
} as const satisfies Partial<Record<FreezeLayer, ErrorCode>>;

/**
 * Returns the refusal for a frozen card, listing all of its layers, or undefined if there are none.
 */
function refusalOfLayers(freezes: readonly StoredFreeze[]): Refusal | undefined {
  const blockedBy = freezes.map(({ layer }) => layer);
  const layer = (["operator", "verification", "risk", "customer"] as const).find((one) =>
    blockedBy.includes(one),
  );
  return layer === undefined ? undefined : new Refusal(FROZEN_CODES[layer], { blockedBy });
}

/**
 * Returns the refusal for moving money to or from a card. A schedule causes no refusal, since it
 * applies only to payments.
 */
export function refusalOfState(
  status: CardRow["status"],
  freezes: readonly StoredFreeze[] | null,
): Refusal | undefined {
  switch (status) {
    case "closed":
      return new Refusal("card_closed");
    case "closing":
      return new Refusal("card_closing");
    case "frozen":
      return refusalOfLayers(freezes ?? []) ?? new Refusal("card_frozen");
    case "active":
      return undefined;
  }
}

/**
 * Checks that a card is open.
 *
 * @throws Refusal `card_closed`, `card_closing`
 */
export function requireLiving({ status }: Pick<CardRow, "status">): void {
  if (status === "closed") {
    throw new Refusal("card_closed");
  }
  if (status === "closing") {
    throw new Refusal("card_closing");
  }
}

/**
 * Checks that an edit does not overwrite a change to the card's settings that its author has not
 * seen.
 *
 * @param revision the revision that was edited; if undefined, the last write wins
 * @throws Refusal `card_changed`
 */
export function requireRevision(card: Pick<CardRow, "revision">, revision: number | undefined) {
  if (revision !== undefined && revision !== card.revision) {
    throw new Refusal("card_changed", { internal: `revision ${revision} of ${card.revision}` });
  }
}

/**
 * Checks that a card can be replaced. A used single-use card cannot be replaced, and a replacement
 * must not circumvent an operator's freeze. A freeze by the owner or a rule does not matter, since
 * a new PAN resolves its cause.
 *
 * @throws Refusal `card_closed`, `card_closing`, `card_used`, `card_of_mandate`,
 * `card_frozen_operator`, `account_suspended`
 */
export function requireReplaceable(card: CardStanding): void {
  requireLiving(card);
  if (card.suspended) {
    throw new Refusal("account_suspended");
  }
  if (card.freezes?.some(({ layer }) => layer === "operator") === true) {
    throw new Refusal("card_frozen_operator", { blockedBy: ["operator"] });
  }
  if (card.mandate_id !== null) {
    throw new Refusal("card_of_mandate");
  }
  if (card.usage === "single_use" && card.uses > 0n) {
    throw new Refusal("card_used");
  }
}
