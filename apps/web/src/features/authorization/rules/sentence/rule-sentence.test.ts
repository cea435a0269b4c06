// @vitest-environment jsdom
import { setupI18n } from "@lingui/core";
import type { RuleConditions, StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import { describe, expect, test } from "vitest";
import { messages as en } from "../../../../i18n/locales/risk/en.po";
import { messages as simplified } from "../../../../i18n/locales/risk/zh-CN.po";
import { messages as traditional } from "../../../../i18n/locales/risk/zh-TW.po";
import type { Locale } from "../../../../lib/locale.ts";
import { CONDITION_KINDS } from "./condition-clauses.ts";
import { ruleSentence } from "./rule-sentence.ts";

const CATALOGS = { en, "zh-CN": simplified, "zh-TW": traditional };

function rule(when: RuleConditions, changes: Partial<StrategyRule> = {}): StrategyRule {
  return {
    when,
    action: "decline",
    scope: { cards: "all" },
    counts: "per_card",
    currency: "USD",
    email: false,
    ...changes,
  };
}

function tell(told: StrategyRule, locale: Locale): string {
  const i18n = setupI18n({ locale, messages: { [locale]: CATALOGS[locale] } });
  return ruleSentence(told, (descriptor) => i18n._(descriptor), locale);
}

type Told = readonly [when: RuleConditions, en: string, simplified: string, traditional: string];

const CONDITIONS: readonly Told[] = [
  [
    { amount: { is: "over", amount: "500" } },
    "Decline when a payment is over $500.00",
    "单笔金额超过 $500.00 时拒付",
    "單筆金額超過 $500.00 時拒付",
  ],
  [
    { amount: { is: "under", amount: "1.5" } },
    "Decline when a payment is under $1.50",
    "单笔金额低于 $1.50 时拒付",
    "單筆金額低於 $1.50 時拒付",
  ],
  [
    { amount: { is: "between", amount: "10.00", to: "1200.00" } },
    "Decline when a payment is from $10.00 to $1,200.00",
    "单笔金额在 $10.00 至 $1,200.00 之间时拒付",
    "單筆金額在 $10.00 至 $1,200.00 之間時拒付",
  ],
  [
    { amount: { is: "outside", amount: "10.00", to: "20.00" } },
    "Decline when a payment is under $10.00 or over $20.00",
    "单笔金额低于 $10.00 或超过 $20.00 时拒付",
    "單筆金額低於 $10.00 或超過 $20.00 時拒付",
  ],
  [
    { spending: { over: "2000.00", window: "month" } },
    "Decline when a card spends more than $2,000.00 in a month",
    "单张卡当月支出超过 $2,000.00 时拒付",
    "單張卡當月支出超過 $2,000.00 時拒付",
  ],
  [
    { payments: { over: 3, window: "rolling_1h" } },
    "Decline when a card makes more than 3 payments within an hour",
    "单张卡 1 小时内支付超过 3 笔时拒付",
    "單張卡 1 小時內付款超過 3 筆時拒付",
  ],
  [
    { payments: { over: 1, window: "lifetime" } },
    "Decline when a card makes more than 1 payment in total",
    "单张卡累计支付超过 1 笔时拒付",
    "單張卡累計付款超過 1 筆時拒付",
  ],
  [
    { payments: { over: 0, window: "week" } },
    "Decline when a card makes any payment in a week",
    "单张卡当周有任何支付时拒付",
    "單張卡當週有任何付款時拒付",
  ],
  [
    { categories: { match: "none_of", values: ["advertising", "software"] } },
    "Decline when the payment is not for advertising or software",
    "消费不属于广告或软件时拒付",
    "消費不屬於廣告或軟體時拒付",
  ],
  [
    { mccs: { match: "any_of", values: ["7995", "1234"] } },
    "Decline when the merchant category code is gambling (7995) or 1234",
    "商户类别码为博彩（7995）或 1234 时拒付",
    "商家類別碼為博弈（7995）或 1234 時拒付",
  ],
  [
    { merchants: { match: "any_of", values: ["Adobe"] } },
    "Decline when the merchant is Adobe",
    "商户为 Adobe 时拒付",
    "商家為 Adobe 時拒付",
  ],
  [
    { merchants: { match: "none_of", values: ["A", "B", "C", "D", "E", "F"] } },
    "Decline when the merchant is not A, B, C, D or 2 more",
    "商户不是 A、B、C、D 或另外 2 项时拒付",
    "商家不是 A、B、C、D 或另外 2 項時拒付",
  ],
  [
    { countries: { match: "none_of", values: ["US", "HK", "JP"] } },
    "Decline when the merchant’s country is not US, Hong Kong or Japan",
    "商户不在美国、香港或日本时拒付",
    "商家不在美國、香港或日本時拒付",
  ],
  [
    { currencies: { match: "none_of", values: ["USD", "EUR"] } },
    "Decline when the payment is not in USD or EUR",
    "支付币种不是 USD 或 EUR 时拒付",
    "付款幣別不是 USD 或 EUR 時拒付",
  ],
  [
    { channels: { match: "any_of", values: ["present", "remote", "merchant"] } },
    "Decline when the card is used in person, online or for automatic charges",
    "用卡方式为当面、线上或自动扣款时拒付",
    "用卡方式為當面、線上或自動扣款時拒付",
  ],
  [
    { hours: { from: "00:00", to: "06:00" } },
    "Decline when the time is between 00:00 and 06:00",
    "时间在 00:00 至 06:00 之间时拒付",
    "時間在 00:00 至 06:00 之間時拒付",
  ],
  [
    { newMerchant: true },
    "Decline when the merchant is new to the card",
    "卡片首次在该商户消费时拒付",
    "卡片首次在該商家消費時拒付",
  ],
  [
    { wrongCvv: { atLeast: 3, window: "rolling_24h" } },
    "Decline when 3 wrong CVVs are entered within 24 hours",
    "24 小时内输错 CVV 3 次时拒付",
    "24 小時內輸錯 CVV 3 次時拒付",
  ],
];

describe("Rule sentence", () => {
  test.each(CONDITIONS)("describes %j", (when, english, inSimplified, inTraditional) => {
    expect(tell(rule(when), "en")).toBe(english);
    expect(tell(rule(when), "zh-CN")).toBe(inSimplified);
    expect(tell(rule(when), "zh-TW")).toBe(inTraditional);
  });

  test("has a test case for every condition type", () => {
    const told = new Set(CONDITIONS.flatMap(([when]) => Object.keys(when)));
    expect([...told].sort()).toEqual([...CONDITION_KINDS].sort());
  });

  test.each([
    ["decline", "Decline when", "时拒付", "時拒付"],
    ["review", "Hold when", "时转为待审", "時轉為待審"],
    ["freeze", "Freeze the card when", "时冻结卡片", "時凍結卡片"],
    ["notify", "Alert me when", "时提醒我", "時提醒我"],
  ] as const)("names the action: %s", (action, english, inSimplified, inTraditional) => {
    const told = rule({ newMerchant: true }, { action });
    expect(tell(told, "en")).toBe(`${english} the merchant is new to the card`);
    expect(tell(told, "zh-CN").endsWith(inSimplified)).toBe(true);
    expect(tell(told, "zh-TW").endsWith(inTraditional)).toBe(true);
  });

  test("says whether spending or payments are counted across cards", () => {
    const together = { counts: "together" } as const;
    const spent = rule({ spending: { over: "5.00", window: "year" } }, together);
    expect(tell(spent, "en")).toBe(
      "Decline when the cards together spend more than $5.00 in a year",
    );
    expect(tell(spent, "zh-CN")).toBe("各卡当年合计支出超过 $5.00 时拒付");
    const paid = rule({ payments: { over: 5, window: "day" } }, together);
    expect(tell(paid, "en")).toBe(
      "Decline when the cards together make more than 5 payments in a day",
    );
    expect(tell(paid, "zh-TW")).toBe("各卡當日合計付款超過 5 筆時拒付");
  });

  test("joins several conditions in the word order of each language", () => {
    const told = rule({
      amount: { is: "over", amount: "5.00" },
      countries: { match: "any_of", values: ["JP"] },
      newMerchant: true,
    });
    expect(tell(told, "en")).toBe(
      "Decline when a payment is over $5.00, the merchant’s country is Japan and " +
        "the merchant is new to the card",
    );
    expect(tell(told, "zh-CN")).toBe(
      "单笔金额超过 $5.00，商户位于日本，且卡片首次在该商户消费时拒付",
    );
    const late = rule({
      merchants: { match: "any_of", values: ["Adobe"] },
      countries: { match: "any_of", values: ["JP"] },
      wrongCvv: { atLeast: 1, window: "rolling_1h" },
    });
    expect(tell(late, "zh-TW")).toBe("商家為 Adobe，商家位於日本，且 1 小時內輸錯 CVV 1 次時拒付");
  });
});
