import type { QueryKey } from "@tanstack/react-query";
import { MONEY_ROOTS, QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import type { LiveEvent } from "./follow-events.ts";

const {
  applications,
  cards,
  bills,
  wallet,
  figures,
  outlook,
  insight,
  risk,
  reviews,
  logs,
  support,
} = QUERY_ROOTS;
/** Wallet queries that depend on balances; rates and deposits do not. */
const HOLDINGS: readonly QueryKey[] = [
  [...wallet, "totals"],
  [...wallet, "balances"],
  [...wallet, "assets"],
];
const HISTORY: QueryKey = [...wallet, "history"];
/** Queries for one-time exceptions, which go stale because a payment may have used one. */
const GRANTS: QueryKey = [...risk, "grants"];

/** Queries that events keep current; what was loaded before the stream opened may be outdated. */
export const FOLLOWED: readonly QueryKey[] = [...MONEY_ROOTS, applications, reviews, risk, support];
/** Like {@link FOLLOWED}, for analytics. */
export const FOLLOWED_FIGURES: readonly QueryKey[] = [insight];

/** Matches every query. */
export const EVERYTHING: readonly QueryKey[] = [[]];

/**
 * Returns the query keys that an event makes stale. An unknown topic matches the query root with
 * the same name, if there is one: a newer server may send more topics than this console handles.
 */
export function staleKeys(event: LiveEvent): readonly QueryKey[] {
  return TOLD_BY_LOGS.includes(event.topic) ? [...staleData(event), logs] : staleData(event);
}

/** Topics of events that also appear in the logs. */
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
    // Every movement on a card triggers this event, so its owner's bills and accounts change too.
    case "card":
      return [cards, bills, GRANTS, ...HOLDINGS];
    case "wallet":
      return [...HOLDINGS, HISTORY];
    // A decision on a held payment changes its row, but a strategy change affects no row.
    case "risk":
      return typeof body.strategyId === "string" ? [risk] : [risk, reviews, bills];
    // Approving an application may have created a card.
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
 * Returns the keys of the analytics queries that an event makes stale: every chart if money moved,
 * and the cards' forecast and risk insight if a card was involved. Rule changes and rule hits also
 * make the risk insight stale.
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
