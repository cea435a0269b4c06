import type { FeeSchedule as WireFeeSchedule } from "@tessera/contract/identity/legal.schemas";
import { CURRENCIES, formatAmount } from "@tessera/money";
import type { FeeSchedule } from "./fee-schedule.ts";

/**
 * Converts the published fees to their wire format, with amounts as decimal strings and rates in
 * basis points.
 */
export function presentFeeSchedule(fees: FeeSchedule): WireFeeSchedule {
  return {
    version: fees.version,
    effectiveFrom: fees.effectiveFrom.toISOString(),
    cardOpeningFee: formatAmount(fees.openingFees.USD, "USD"),
    cardOpeningFeeCurrency: "USD",
    cardOpeningFees: CURRENCIES.map((currency) => ({
      currency,
      amount: formatAmount(fees.openingFees[currency], currency),
    })),
    cardDepositBasisPoints: fees.cardDepositBasisPoints,
    withdrawalBasisPoints: fees.withdrawalBasisPoints,
    foreignMarkupBasisPoints: fees.foreignMarkupBasisPoints,
  };
}
