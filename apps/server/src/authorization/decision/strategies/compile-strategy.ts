import { hash } from "node:crypto";
import type { StrategyRule, StrategyWindow } from "@tessera/contract/authorization/risk.schemas";
import type { DeclineCode } from "@tessera/contract/errors/declines";
import { parseAmount } from "@tessera/money";
import { isMerchant, merchantKey } from "../merchant-key.policy.ts";
import type {
  CompiledStrategy,
  Condition,
  PaymentFacts,
  RuledCard,
  Velocity,
} from "./strategy.policy.ts";

/** A stored strategy version. */
export interface StrategyVersion {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly status: "active" | "shadow";
  readonly rule: StrategyRule;
}

const LIMIT_CODES: Readonly<Record<StrategyWindow, DeclineCode>> = {
  day: "limit_day",
  week: "limit_week",
  month: "limit_month",
  year: "limit_year",
  lifetime: "limit_life",
  rolling_1h: "limit_rolling",
  rolling_24h: "limit_rolling",
  rolling_7d: "limit_rolling",
  rolling_30d: "limit_rolling",
};

/**
 * Compiles a stored strategy version for evaluating payments.
 *
 * @throws Error if the version contains anything this code does not know. Such a strategy declines
 * every payment.
 */
export function compileStrategy(stored: StrategyVersion): CompiledStrategy {
  const { rule } = stored;
  const conditions = conditionsOf(rule);
  const velocity = velocityOf(rule);
  if (conditions.length === 0 && velocity === undefined) {
    throw new Error(`strategy ${stored.id} version ${stored.version} has no condition`);
  }
  const first = velocity ?? conditions[0];
  return {
    id: stored.id,
    version: stored.version,
    name: stored.name,
    isShadow: stored.status === "shadow",
    action: rule.action,
    email: rule.email,
    conditions,
    velocity,
    asksNewMerchant: rule.when.newMerchant === true,
    amountLimitMinor: amountLimitOf(rule),
    code: first?.code ?? "strategy_unreadable",
    isFor: scopeOf(rule),
  };
}

function scopeOf({ scope, currency }: StrategyRule): (card: RuledCard) => boolean {
  const inCurrency = (card: RuledCard) => currency === undefined || card.currency === currency;
  if (scope.cards === "some") {
    const ids = new Set(scope.cardIds?.map((id) => id.slice("card_".length)));
    return (card) =>
      [card.id, ...(card.predecessors ?? [])].some((id) => ids.has(id)) && inCurrency(card);
  }
  return scope.cards === "tier"
    ? (card) => card.tier === scope.tier && inCurrency(card)
    : inCurrency;
}

function isListed<T>(
  list: { readonly match: "any_of" | "none_of"; readonly values: readonly T[] },
  isOn: (value: T) => boolean,
): boolean {
  return list.values.some(isOn) === (list.match === "any_of");
}

/** Lists the rule's conditions. The first one that applies determines the decline code. */
function conditionsOf(rule: StrategyRule): Condition[] {
  const { merchants, mccs, categories, countries, channels, currencies, hours, newMerchant } =
    rule.when;
  const amount = amountTest(rule);
  const keys = merchants?.values.map(merchantKey) ?? [];
  const all: (Condition | false | undefined)[] = [
    merchants && {
      code: "merchant_blocked",
      holds: (payment: PaymentFacts) =>
        isListed({ ...merchants, values: keys }, (key) => isMerchant(payment.merchantKey, key)),
    },
    mccs && {
      code: "mcc_blocked",
      holds: ({ merchant }: PaymentFacts) => isListed(mccs, (mcc) => mcc === merchant.mcc),
    },
    categories && {
      code: "mcc_blocked",
      holds: ({ merchant }: PaymentFacts) =>
        isListed(categories, (one) => one === merchant.category),
    },
    countries && {
      code: "country_blocked",
      holds: ({ merchant }: PaymentFacts) => isListed(countries, (one) => one === merchant.country),
    },
    // An unknown channel is not on any list, so "none of" is true for it and "any of" is false.
    channels && {
      code: "channel_blocked",
      holds: ({ channel }: PaymentFacts) => isListed(channels, (one) => one === channel),
    },
    currencies && {
      code: "currency_not_allowed",
      holds: ({ currency }: PaymentFacts) => isListed(currencies, (one) => one === currency),
    },
    hours && { code: "hours_blocked", holds: hoursTest(hours.from, hours.to) },
    newMerchant === true && {
      code: "merchant_new",
      // A merchant that was not looked up counts as new, so that missing data never lets a payment
      // pass.
      holds: ({ isNewMerchant }: PaymentFacts) => isNewMerchant !== false,
    },
    amount && { code: "amount_out_of_range", holds: amount },
  ];
  return all.filter((one) => one !== undefined && one !== false);
}

function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return hour * 60 + minute;
}

function hoursTest(from: string, to: string): Condition["holds"] {
  const [start, end] = [minuteOf(from), minuteOf(to)];
  return ({ minuteOfDay }) =>
    start <= end
      ? minuteOfDay >= start && minuteOfDay < end
      : minuteOfDay >= start || minuteOfDay < end;
}

function inMinor(amount: string, { currency }: StrategyRule): bigint {
  if (currency === undefined) {
    throw new Error("a rule with amounts has no currency");
  }
  const minor = parseAmount(amount, currency);
  if (minor === undefined) {
    throw new Error(`a rule has an invalid amount: ${amount}`);
  }
  return minor;
}

function amountTest(rule: StrategyRule): Condition["holds"] | undefined {
  const { amount } = rule.when;
  if (amount === undefined) {
    return undefined;
  }
  const low = inMinor(amount.amount, rule);
  switch (amount.is) {
    case "over":
      return ({ amountMinor }) => amountMinor > low;
    case "under":
      return ({ amountMinor }) => amountMinor < low;
    case "between":
    case "outside": {
      const high = inMinor(amount.to ?? "", rule);
      const isInside = ({ amountMinor }: PaymentFacts) => amountMinor >= low && amountMinor <= high;
      return amount.is === "between" ? isInside : (payment) => !isInside(payment);
    }
  }
}

function amountLimitOf(rule: StrategyRule): bigint | undefined {
  const { amount } = rule.when;
  return amount === undefined ? undefined : inMinor(amount.to ?? amount.amount, rule);
}

function velocityOf(rule: StrategyRule): Velocity | undefined {
  const { spending, payments, wrongCvv } = rule.when;
  const per = rule.counts === "together" ? "customer" : "card";
  const filter = filterOf(rule);
  if (spending !== undefined) {
    const { window } = spending;
    const limit = inMinor(spending.over, rule);
    return { counts: "spending", limit, window, filter, per, code: LIMIT_CODES[window] };
  }
  if (payments !== undefined) {
    const { window } = payments;
    const limit = BigInt(payments.over);
    return { counts: "payments", limit, window, filter, per, code: "limit_count" };
  }
  if (wrongCvv !== undefined) {
    const { window } = wrongCvv;
    const limit = BigInt(wrongCvv.atLeast) - 1n;
    const code = "too_many_attempts";
    return { counts: "wrong_cvv", limit, window, filter: "cvv", per: "card", code };
  }
  return undefined;
}

/**
 * Returns a name for the set of payments that a rule counts. Strategies with the same filter share
 * counters. A single card's counter needs neither a scope nor a currency, since a card has only one
 * of each.
 */
function filterOf(rule: StrategyRule): string {
  const { spending: _spending, payments: _payments, wrongCvv: _wrongCvv, ...filter } = rule.when;
  const { cards, cardIds, tier } = rule.scope;
  const together =
    rule.counts === "together"
      ? { cards, cardIds: cardIds?.toSorted(), tier, currency: rule.currency }
      : {};
  // Amounts depend on the currency. Two cards may have different currencies, but a single card has
  // only one.
  const content = JSON.stringify(sorted({ ...filter, ...together }));
  return content === "{}" ? "" : hash("sha256", content, "hex").slice(0, 10);
}

/** Returns the same content with its keys and list entries in canonical order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sorted).toSorted();
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, part]) => part !== undefined)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, part]) => [key, sorted(part)]),
    );
  }
  return value;
}
