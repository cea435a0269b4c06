import type { QueryKey } from "@tanstack/react-query";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import type { LiveEvent } from "./follow-events.ts";

const { applications, cards, bills, wallet, figures, outlook, insight, risk, reviews, logs } =
  QUERY_ROOTS;
/** What of the wallet follows from balances; rates and deposits do not. */
const HOLDINGS: readonly QueryKey[] = [
  [...wallet, "totals"],
  [...wallet, "balances"],
  [...wallet, "assets"],
];
const HISTORY: QueryKey = [...wallet, "history"];
/** A payment may have used what was allowed. */
const GRANTS: QueryKey = [...risk, "grants"];

/** Everything that is loaded. */
export const EVERYTHING: readonly QueryKey[] = [[]];

/**
 * What an event makes stale. A topic that is not known here stands for the query root of its name,
 * and where there is none for nothing: a newer server may tell more than this console shows.
 */
export function staleKeys(event: LiveEvent): readonly QueryKey[] {
  return TOLD_BY_LOGS.includes(event.topic) ? [...staleData(event), logs] : staleData(event);
}

/** Topics that tell of something which is on record, too. */
const TOLD_BY_LOGS: readonly string[] = [
  "card",
  "wallet",
  "deposit",
  "risk",
  "reviews",
  "sessions",
  "acceptances",
];

function staleData({ topic, body }: LiveEvent): readonly QueryKey[] {
  switch (topic) {
    // Every movement of a card says so, and with it the bills and accounts of its owner.
    case "card":
      return [cards, bills, GRANTS, ...HOLDINGS];
    case "wallet":
      return [...HOLDINGS, HISTORY];
    // A word on a payment that waited changes its row; a strategy's own changes touch none.
    case "risk":
      return typeof body.strategyId === "string" ? [risk] : [risk, reviews, bills];
    // A case that was decided may have made a card of an application.
    case "reviews":
      return [reviews, applications, cards];
    case "deposit":
      return [
        typeof body.id === "string" ? [...wallet, "deposit", body.id] : [...wallet, "deposit"],
        HISTORY,
      ];
    case "acceptances":
      return [["acceptances"]];
    default: {
      const roots: Readonly<Record<string, QueryKey>> = QUERY_ROOTS;
      const root = Object.hasOwn(roots, topic) ? roots[topic] : undefined;
      return root === undefined ? [] : [root];
    }
  }
}

/**
 * What is added up from movements and an event makes stale: every picture, where it tells of money
 * that moved, and what is coming on cards and what is told of their risk, where it was one's. Of
 * risk also where rules changed or acted.
 */
export function staleFigures({ topic }: LiveEvent): readonly QueryKey[] {
  switch (topic) {
    case "card":
      return [figures, outlook, insight];
    case "wallet":
      return [figures];
    case "risk":
      return [insight];
    default:
      return [];
  }
}
