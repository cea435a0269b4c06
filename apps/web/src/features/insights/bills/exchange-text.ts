import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { MovementDetail, WireExchange } from "@tessera/contract/insights/bills.schemas";
import { formatExchange, formatMerchantMoney } from "../../../ui/text/format-merchant-money.ts";
import { formatMoney } from "../../../ui/text/format-money.ts";
import { formatBasisPoints } from "../../../ui/text/format-percent.ts";

type Translate = (text: MessageDescriptor) => string;

const MARKUP = msg`Markup`;

/** Whether a movement's fee is the markup on a payment that the program converted. */
export function isMarkup({ exchange }: Pick<MovementDetail, "exchange">): boolean {
  return exchange?.by === "program";
}

/**
 * Returns the facts about how a merchant's amount was converted, each with its name: the amount,
 * the rate, and what the markup costs.
 */
export function exchangeFacts(
  { exchange, currency: cardCurrency, fee }: Pick<MovementDetail, "exchange" | "currency" | "fee">,
  t: Translate,
): (readonly [label: string, value: string])[] {
  if (exchange === undefined) {
    return [];
  }
  const { amount, currency, by, rate, markupBasisPoints = 0 } = exchange;
  const asked = [t(msg`Merchant’s amount`), formatMerchantMoney(amount, currency)] as const;
  if (rate === undefined || by === undefined) {
    return [asked];
  }
  const shown = formatExchange(rate, currency, cardCurrency);
  const markup = formatBasisPoints(markupBasisPoints);
  const source = exchange.source ?? "";
  const rateText = by === "network" ? t(msg`${shown}, set by the card network`) : undefined;
  const share = t(msg`${markup} of the converted amount`);
  const cost = /[1-9]/.test(fee) ? `${formatMoney(fee, cardCurrency)} · ${share}` : share;
  return [
    asked,
    [t(msg`Exchange rate`), rateText ?? `${shown} (${source})`],
    ...(by === "network" ? [] : [[t(MARKUP), cost] as const]),
  ];
}

/** Returns a step's amount as the merchant states it and, if it has one of its own, the rate. */
export function exchangeLine(
  { amount, currency, rate, by, markupBasisPoints = 0 }: WireExchange,
  cardCurrency: string,
  t: Translate,
): string {
  const isMarkedUp = by === "program" && markupBasisPoints > 0;
  return [
    formatMerchantMoney(amount, currency),
    ...(rate === undefined ? [] : [formatExchange(rate, currency, cardCurrency)]),
    ...(isMarkedUp ? [`${t(MARKUP)} ${formatBasisPoints(markupBasisPoints)}`] : []),
  ].join(" · ");
}
