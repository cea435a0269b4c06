import type { Leg } from "@tessera/ledger";
import type { Draw } from "../decision/index.ts";
import type { AuthorizationAtHand } from "./authorization-aggregate.ts";
import { holdLegs } from "./held-parts.ts";

/**
 * Returns the legs with which a step holds more: it raises the authorization's first hold if that
 * is open and on the card, and places holds of its own if not, or if it draws on the account.
 */
export function increaseLegs(
  { authorization, card }: AuthorizationAtHand,
  movementId: string,
  amountMinor: bigint,
  draw?: Draw,
): Leg[] {
  const { id: holdId, expiresAt, parts } = authorization;
  const isRaised = parts.some(({ id, on, isOpen }) => id === holdId && on === "card" && isOpen);
  if (draw === undefined && isRaised) {
    return [{ type: "increase", holdId, amountMinor }];
  }
  const accounts = { cardAccount: card.card_account, fundingAccount: card.funding_account };
  return holdLegs(movementId, accounts, amountMinor, draw, expiresAt);
}
