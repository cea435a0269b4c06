import type { QueryKey } from "@tanstack/react-query";
import { QUERY_ROOTS } from "../../lib/query-keys.ts";
import type { LiveEvent } from "./follow-events.ts";

const { cards, bills, wallet } = QUERY_ROOTS;
/** What of the wallet follows from balances; rates and deposits do not. */
const HOLDINGS: readonly QueryKey[] = [
  [...wallet, "totals"],
  [...wallet, "balances"],
  [...wallet, "assets"],
];
const HISTORY: QueryKey = [...wallet, "history"];

/** Everything that is loaded. */
export const EVERYTHING: readonly QueryKey[] = [[]];

/**
 * What an event makes stale. A topic that is not known here stands for the query root of its name,
 * and where there is none for nothing: a newer server may tell more than this console shows.
 */
export function staleKeys({ topic, body }: LiveEvent): readonly QueryKey[] {
  switch (topic) {
    // Every movement of a card says so, and with it the bills and accounts of its owner.
    case "card":
      return [cards, bills, ...HOLDINGS];
    case "wallet":
      return [...HOLDINGS, HISTORY];
    case "deposit":
      return [
        typeof body.id === "string" ? [...wallet, "deposit", body.id] : [...wallet, "deposit"],
        HISTORY,
      ];
    default: {
      const roots: Readonly<Record<string, QueryKey>> = QUERY_ROOTS;
      const root = Object.hasOwn(roots, topic) ? roots[topic] : undefined;
      return root === undefined ? [] : [root];
    }
  }
}
