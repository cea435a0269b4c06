import { i18n } from "@lingui/core";
import type {
  RiskSuggestion,
  RiskSuggestionKind,
} from "@tessera/contract/authorization/risk-insight.schemas";
import { expect, test } from "vitest";
import { suggestionWords } from "./suggestion-words.ts";

const suggestion = (kind: RiskSuggestionKind, rule: object): RiskSuggestion =>
  ({ kind, factor: "declines", rule: { when: {}, ...rule } }) as RiskSuggestion;

const amountOf = (amount: string) => ({ when: { amount: { amount } } });

test.each([
  [suggestion("freeze_on_wrong_cvv", {}), "Freeze on wrong CVV", /third wrong CVV in a day/],
  [
    suggestion("hold_merchant", { when: { merchants: { values: ["Aurora Books"] } } }),
    "Hold charges from Aurora Books",
    /next payment at Aurora Books/,
  ],
  [
    suggestion("hold_new_countries", { when: { countries: { values: ["DE"] } } }),
    "Hold payments in new countries",
    /outside the 1 country you/,
  ],
  [
    suggestion("hold_new_countries", { when: { countries: { values: ["DE", "FR"] } } }),
    "Hold payments in new countries",
    /outside the 2 countries you/,
  ],
  [
    suggestion("hold_new_merchants", { currency: "EUR", ...amountOf("50.00") }),
    "Hold first payments",
    /over €50\.00 at a merchant/,
  ],
  [suggestion("stop_small_series", amountOf("3.00")), /small payments/, /under \$3\.00 within/],
  [suggestion("hold_large_payments", amountOf("900.00")), /unusually/, /over \$900\.00\./],
])("The suggestion $kind has a name and an explanation", (one, name, sentence) => {
  const words = suggestionWords(one, i18n);
  expect(words.name).toMatch(name);
  expect(words.sentence).toMatch(sentence);
});

test("A suggested strategy's name is truncated to 40 whole characters", () => {
  const merchant = `${"x".repeat(21)}𝄞𝄞𝄞`;
  const one = suggestion("hold_merchant", { when: { merchants: { values: [merchant] } } });
  const { name, sentence } = suggestionWords(one, i18n);
  expect([...name]).toHaveLength(40);
  expect(name.endsWith("𝄞")).toBe(true);
  expect(sentence).toContain(merchant);
});
