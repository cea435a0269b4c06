import { type CurrencyCode, isCurrency, parseMerchantAmount } from "@tessera/money";
import { requireAmount } from "../../platform/http/amount-input.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import type { StatedAmount } from "../messages/index.ts";

/** Amounts as a network's message states them, in wire format. */
interface WireAmounts {
  readonly amount: string;
  readonly currency: string;
  /** The network's own amount in the card's currency. */
  readonly billing?: { readonly amount: string; readonly currency: CurrencyCode } | undefined;
}

/**
 * Parses the amounts of a network's message into minor units.
 *
 * @throws Refusal `invalid_input` for an amount with more decimals than its currency has
 */
export function statedAmount({ amount, currency, billing }: WireAmounts): StatedAmount {
  const amountMinor = parseMerchantAmount(amount, currency);
  if (amountMinor === undefined) {
    throw new Refusal("invalid_input", { fields: [{ path: "amount", code: "malformed_amount" }] });
  }
  return {
    amountMinor,
    currency,
    ...(billing !== undefined && {
      billing: {
        amountMinor: requireAmount(billing.amount, billing.currency),
        currency: billing.currency,
      },
    }),
  };
}

/**
 * Returns a currency for the response to a message about a card that does not exist. Its amount is
 * always zero.
 */
export function currencyOfCard(card: { readonly currency: CurrencyCode } | null, asked: string) {
  return card?.currency ?? (isCurrency(asked) ? asked : "USD");
}
