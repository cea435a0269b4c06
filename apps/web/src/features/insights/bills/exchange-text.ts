import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { WireExchange } from "@tessera/contract/insights/bills.schemas";
import { formatExchange, formatMerchantMoney } from "../../../ui/text/format-merchant-money.ts";
import { formatBasisPoints } from "../../../ui/text/format-percent.ts";

/** A fact about a payment in another currency: its name and its value. */
export interface ExchangeFact {
  readonly label: MessageDescriptor;
  readonly value: MessageDescriptor | string;
}

/** Returns the facts about how a merchant's amount was converted: the amount, rate and markup. */
export function exchangeFacts(exchange: WireExchange, cardCurrency: string): ExchangeFact[] {
  const { amount, currency, by, rate, markupBasisPoints = 0 } = exchange;
  const asked = {
    label: msg`Merchant’s amount`,
    value: formatMerchantMoney(amount, currency),
  };
  if (rate === undefined || by === undefined) {
    return [asked];
  }
  const shown = formatExchange(rate, currency, cardCurrency);
  const markup = formatBasisPoints(markupBasisPoints);
  const source = exchange.source ?? "";
  return [
    asked,
    {
      label: msg`Exchange rate`,
      value: by === "network" ? msg`${shown}, set by the card network` : `${shown} (${source})`,
    },
    ...(by === "network"
      ? []
      : [{ label: msg`Markup`, value: msg`${markup} of the converted amount` }]),
  ];
}
