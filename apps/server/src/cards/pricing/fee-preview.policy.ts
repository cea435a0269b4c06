import { type CurrencyCode, feeOf } from "@tessera/money";

/** Opening fees by card currency, in that currency's minor units. */
type OpeningFees = Readonly<Record<CurrencyCode, bigint>>;

/** The fees of one version of the schedule. */
interface Fees {
  readonly openingFees: OpeningFees;
  readonly cardDepositBasisPoints: number;
  readonly withdrawalBasisPoints: number;
}

/** An example charge, in minor units of whichever currency applies. */
export interface ExampleCharge {
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly totalMinor: bigint;
}

export interface ExampleTerms {
  readonly openingFees: OpeningFees;
  readonly deposits: readonly ExampleCharge[];
  readonly withdrawals: readonly ExampleCharge[];
}

/** The example amounts in a preview: 100.00 and 1,000.00. */
const EXAMPLES_MINOR = [10_000n, 100_000n];

/** Returns example charges under one version of the fees. */
export function exampleTerms(fees: Fees): ExampleTerms {
  const charges = (basisPoints: number) =>
    EXAMPLES_MINOR.map((amountMinor) => {
      const feeMinor = feeOf(amountMinor, basisPoints);
      return { amountMinor, feeMinor, totalMinor: amountMinor + feeMinor };
    });
  return {
    openingFees: fees.openingFees,
    deposits: charges(fees.cardDepositBasisPoints),
    withdrawals: charges(fees.withdrawalBasisPoints),
  };
}
