import type { FeeSchedule as WireFeeSchedule } from "@tessera/contract/legal/legal.schemas";
import { CURRENCIES, formatAmount } from "@tessera/money";
import type { FeeSchedule } from "./fee-schedule.ts";

export function presentFeeSchedule(fees: FeeSchedule): WireFeeSchedule {
  return {
    version: fees.version,
    effectiveFrom: fees.effectiveFrom.toISOString(),
    cardOpeningFee: formatAmount(fees.cardOpeningFeeMinor, fees.cardOpeningFeeCurrency),
    cardOpeningFeeCurrency: fees.cardOpeningFeeCurrency,
    cardOpeningFees: CURRENCIES.map((currency) => ({
      currency,
      amount: formatAmount(fees.cardOpeningFeeMinor, currency),
    })),
    cardDepositBasisPoints: fees.cardDepositBasisPoints,
    withdrawalBasisPoints: fees.withdrawalBasisPoints,
  };
}
