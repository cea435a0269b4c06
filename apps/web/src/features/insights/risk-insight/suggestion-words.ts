import type { I18n } from "@lingui/core";
import { plural, t } from "@lingui/core/macro";
import type { RiskSuggestion } from "@tessera/contract/authorization/risk-insight.schemas";
import type { CurrencyCode } from "@tessera/money";
import { formatMoney } from "../../../ui/text/format-money.ts";

/** Maximum length of a strategy's name, in characters. */
const NAME_MAX = 40;

interface SuggestionWords {
  /** Name given to the strategy when it is saved as a draft. */
  readonly name: string;
  /** What the rule does. */
  readonly sentence: string;
}

function limited(name: string): string {
  return [...name].slice(0, NAME_MAX).join("");
}

function amountIn({ rule }: RiskSuggestion): string {
  const currency: CurrencyCode = rule.currency ?? "USD";
  return formatMoney(rule.when.amount?.amount ?? "0.00", currency);
}

/** Returns the texts of a suggestion in the reader's language. */
export function suggestionWords(suggestion: RiskSuggestion, i18n: I18n): SuggestionWords {
  const { when } = suggestion.rule;
  switch (suggestion.kind) {
    case "freeze_on_wrong_cvv":
      return {
        name: t(i18n)`Freeze on wrong CVV`,
        sentence: t(i18n)`Freezes a card after the third wrong CVV in a day.`,
      };
    case "hold_merchant": {
      const merchant = when.merchants?.values[0] ?? "";
      return {
        name: limited(t(i18n)`Hold charges from ${merchant}`),
        sentence: t(i18n)`Asks you before the next payment at ${merchant}.`,
      };
    }
    case "hold_new_countries": {
      const count = when.countries?.values.length ?? 0;
      return {
        name: t(i18n)`Hold payments in new countries`,
        sentence: t(i18n)`${plural(count, {
          one: "Asks you before a payment outside the # country you have paid in.",
          other: "Asks you before a payment outside the # countries you have paid in.",
        })}`,
      };
    }
    case "hold_new_merchants": {
      const amount = amountIn(suggestion);
      return {
        name: t(i18n)`Hold first payments`,
        sentence: t(i18n)`Asks you before a first payment over ${amount} at a merchant.`,
      };
    }
    case "stop_small_series": {
      const amount = amountIn(suggestion);
      return {
        name: t(i18n)`Decline consecutive small payments`,
        sentence: t(i18n)`Declines the third payment under ${amount} within an hour.`,
      };
    }
    case "hold_large_payments": {
      const amount = amountIn(suggestion);
      return {
        name: t(i18n)`Hold unusually large payments`,
        sentence: t(i18n)`Asks you before a payment over ${amount}.`,
      };
    }
  }
}
