import type { LinkProps } from "@tanstack/react-router";

/** The transactions of one card: the list of all of them, narrowed in its URL. */
export function cardTransactionsLink(cardId: string): LinkProps {
  return { to: "/transactions", search: { cardId } };
}
