import type { Card } from "@tessera/contract/cards/cards.schemas";

/** Returns a card's status as shown to its owner: an open card past its expiry is expired. */
export function statusOf(
  stored: Exclude<Card["status"], "expired">,
  isPastExpiry: boolean,
): Card["status"] {
  const lives = stored === "active" || stored === "frozen";
  return isPastExpiry && lives ? "expired" : stored;
}
