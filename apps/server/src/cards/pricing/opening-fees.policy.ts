import type { CurrencyCode } from "@tessera/money";

/** Fees for opening a card, by card currency, in that currency's minor units. */
export type OpeningFees = Readonly<Record<CurrencyCode, bigint>>;

/** The opening fees of a version as stored. */
export interface OpeningFeeColumns {
  readonly card_opening_fee_minor: bigint;
  readonly card_opening_fee_cny_minor: bigint | null;
  readonly card_opening_fee_eur_minor: bigint | null;
}

/**
 * Returns the opening fees in a published version. A version without a fee for a currency dates
 * from a time when the fee was the same number of minor units in every currency.
 */
export function openingFeesOf(row: OpeningFeeColumns): OpeningFees {
  const { card_opening_fee_minor: usd } = row;
  return {
    USD: usd,
    CNY: row.card_opening_fee_cny_minor ?? usd,
    EUR: row.card_opening_fee_eur_minor ?? usd,
  };
}
