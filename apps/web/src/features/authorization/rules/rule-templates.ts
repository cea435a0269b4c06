import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import type { CurrencyCode } from "@tessera/money";
import {
  Banknote,
  CalendarRange,
  Dices,
  Gauge,
  Globe,
  KeyRound,
  type LucideIcon,
  Megaphone,
  Moon,
  Repeat,
  Store,
} from "lucide-react";

/** A ready-made rule to start from. */
export interface RuleTemplate {
  /** The template's name in the URL. */
  readonly key: string;
  readonly icon: LucideIcon;
  readonly name: MessageDescriptor;
  readonly rule: Pick<StrategyRule, "when" | "action"> & Partial<StrategyRule>;
}

export const RULE_TEMPLATES: readonly RuleTemplate[] = [
  {
    key: "cap-payments",
    icon: Gauge,
    name: msg`Cap single payments`,
    rule: { when: { amount: { is: "over", amount: "500.00" } }, action: "decline" },
  },
  {
    key: "monthly-cap",
    icon: CalendarRange,
    name: msg`Monthly cap`,
    rule: {
      when: { spending: { over: "2000.00", window: "month" } },
      action: "decline",
      counts: "together",
    },
  },
  {
    key: "new-merchants",
    icon: Store,
    name: msg`Hold new merchants`,
    rule: { when: { newMerchant: true }, action: "review" },
  },
  {
    key: "wrong-cvv",
    icon: KeyRound,
    name: msg`Freeze after wrong CVV`,
    rule: { when: { wrongCvv: { atLeast: 3, window: "rolling_1h" } }, action: "freeze" },
  },
  {
    key: "home-countries",
    icon: Globe,
    name: msg`Home countries only`,
    rule: {
      when: { countries: { match: "none_of", values: ["US", "HK", "JP", "SG"] } },
      action: "decline",
    },
  },
  {
    key: "night-pause",
    icon: Moon,
    name: msg`Night pause`,
    rule: { when: { hours: { from: "00:00", to: "06:00" } }, action: "decline" },
  },
  {
    key: "no-gambling",
    icon: Dices,
    name: msg`No gambling`,
    rule: {
      when: { mccs: { match: "any_of", values: ["7995", "7800", "7802"] } },
      action: "decline",
    },
  },
  {
    key: "advertising-only",
    icon: Megaphone,
    name: msg`Only advertising`,
    rule: {
      when: { categories: { match: "none_of", values: ["advertising"] } },
      action: "decline",
    },
  },
  {
    key: "subscription-guard",
    icon: Repeat,
    name: msg`Subscription guard`,
    rule: {
      when: {
        amount: { is: "over", amount: "50.00" },
        channels: { match: "any_of", values: ["merchant"] },
      },
      action: "review",
    },
  },
  {
    key: "no-cash",
    icon: Banknote,
    name: msg`No cash`,
    rule: { when: { mccs: { match: "any_of", values: ["6011", "6010"] } }, action: "decline" },
  },
];

/** Builds a template's rule for all cards, with amounts in the given currency. */
export function templateRule({ rule }: RuleTemplate, currency: CurrencyCode): StrategyRule {
  const hasAmounts = (rule.when.amount ?? rule.when.spending) !== undefined;
  return {
    scope: { cards: "all" },
    counts: "per_card",
    email: true,
    ...(hasAmounts && { currency }),
    ...rule,
  };
}
