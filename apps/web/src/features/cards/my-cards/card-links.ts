import type { LinkProps } from "@tanstack/react-router";

/** Links to the transaction list, filtered by one card. */
export function cardTransactionsLink(cardId: string): LinkProps {
  return { to: "/transactions", search: { cardId } };
}
