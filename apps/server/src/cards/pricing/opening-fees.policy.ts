import type { CurrencyCode } from "@tessera/money";

/** What opening a card costs by the currency of the card, in its minor units. */
export type OpeningFees = Readonly<Record<CurrencyCode, bigint>>;

/** The opening fees of a version as its row holds them. */
export interface OpeningFeeColumns {
  readonly card_opening_fee_minor: bigint;
  readonly card_opening_fee_cny_minor: bigint | null;
  readonly card_opening_fee_eur_minor: bigint | null;
}

/**
 * The opening fees of a published version. Where a version has no fee of a currency's own, it was
 * published when every currency was charged as many minor units as US dollars.
 */
export function openingFeesOf(row: OpeningFeeColumns): OpeningFees {
  const { card_opening_fee_minor: usd } = row;
  return {
    USD: usd,
    CNY: row.card_opening_fee_cny_minor ?? usd,
    EUR: row.card_opening_fee_eur_minor ?? usd,
  };
}
