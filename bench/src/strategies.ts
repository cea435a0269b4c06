import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import type { Sql } from "postgres";
import { v7 as uuidv7 } from "uuid";
import type { Caller } from "./http-population.ts";

type When = StrategyRule["when"];

/**
 * Twenty rules that a careful customer might have. Half check a single payment; half count in
 * windows of every type, one of them with a filter. No rule declines the load's payments, so every
 * rule is evaluated.
 */
export const TWENTY_RULES: readonly When[] = [
  { amount: { is: "over", amount: "500.00" } },
  { amount: { is: "outside", amount: "0.01", to: "900.00" } },
  { mccs: { match: "any_of", values: ["7995", "6011", "5933"] } },
  { categories: { match: "any_of", values: ["travel"] } },
  { countries: { match: "none_of", values: ["US", "HK", "JP", "SG"] } },
  { merchants: { match: "any_of", values: ["Shady Store", "Another Shop", "Third Place"] } },
  { channels: { match: "any_of", values: ["merchant"] } },
  { hours: { from: "03:00", to: "03:01" }, amount: { is: "over", amount: "100.00" } },
  {
    countries: { match: "any_of", values: ["HK"] },
    amount: { is: "over", amount: "50.00" },
  },
  { currencies: { match: "none_of", values: ["USD"] } },
  { spending: { over: "90000.00", window: "day" } },
  { payments: { over: 9_999, window: "day" } },
  { spending: { over: "90000.00", window: "week" } },
  { spending: { over: "90000.00", window: "month" } },
  { payments: { over: 9_999, window: "month" } },
  { spending: { over: "90000.00", window: "year" } },
  { spending: { over: "90000.00", window: "lifetime" } },
  { payments: { over: 9_999, window: "rolling_1h" } },
  { spending: { over: "90000.00", window: "rolling_24h" } },
  {
    spending: { over: "90000.00", window: "month" },
    categories: { match: "any_of", values: ["software"] },
  },
];

export function ruleOf(when: When): StrategyRule {
  return {
    when,
    action: "decline",
    scope: { cards: "all" },
    counts: "per_card",
    currency: "USD",
    email: false,
  };
}

/**
 * Gives every caller the twenty rules as active rules. They are written directly, because drafting
 * is not measured.
 */
export async function giveStrategies(owner: Sql, callers: readonly Caller[]): Promise<void> {
  for (const { customerId } of callers) {
    const strategies = TWENTY_RULES.map((when) => ({ id: uuidv7(), rule: ruleOf(when) }));
    await owner`
      with given as (
        select id, rule::jsonb as rule, place from unnest(
          ${strategies.map(({ id }) => id)}::uuid[],
          ${strategies.map(({ rule }) => JSON.stringify(rule))}::text[]
        ) with ordinality as given (id, rule, place)
      ), strategies as (
        insert into risk_strategy
          (id, customer_id, client_key, status, status_since, version, created_at)
        select id, ${customerId}::uuid, id::text, 'active', now(), 1, now() from given
      ), versions as (
        insert into risk_strategy_version (strategy_id, version, name, rule, created_at)
        select id, 1, 'Rule ' || place, rule, now() from given
      ), changes as (
        insert into risk_strategy_change (strategy_id, version, status, at)
        select id, 1, 'active', now() from given
      )
      update customer set risk_revision = risk_revision + 1 where id = ${customerId}::uuid`;
  }
}
