import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import type { DecisionTime } from "./decision.policy.ts";
import { programCalendar } from "./program-calendar.policy.ts";
import { compileStrategy } from "./strategies/compile-strategy.ts";
import type { CompiledStrategy } from "./strategies/strategy.policy.ts";

/** Returns the decision time for a UTC timestamp. */
export function timeAt(at: string): DecisionTime {
  const now = new Date(at);
  const calendar = programCalendar("UTC");
  return { now, period: calendar.periodAt(now), minuteOfDay: calendar.minuteAt(now) };
}

let made = 0;

/**
 * Builds an active USD strategy that declines payments on all cards. `rule` overrides parts of it.
 */
export function strategyOf(
  when: StrategyRule["when"],
  rule: Partial<Omit<StrategyRule, "when">> & { readonly shadow?: boolean } = {},
): CompiledStrategy {
  made += 1;
  const { shadow = false, ...rest } = rule;
  return compileStrategy({
    id: `strategy-${made}`,
    version: 1,
    name: `Strategy ${made}`,
    status: shadow ? "shadow" : "active",
    rule: {
      when,
      action: "decline",
      scope: { cards: "all" },
      counts: "per_card",
      currency: "USD",
      email: false,
      ...rest,
    },
  });
}
