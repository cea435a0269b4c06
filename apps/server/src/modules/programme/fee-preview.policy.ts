import { feeOf } from "@tessera/money";

/** Fees of one version, as far as they are charged by the amount. */
interface Fees {
  readonly cardOpeningFeeMinor: bigint;
  readonly cardDepositBasisPoints: number;
  readonly withdrawalBasisPoints: number;
}

/** One charge. Minor units of any one currency. */
export interface ExampleCharge {
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly totalMinor: bigint;
}

export interface ExampleTerms {
  readonly cardOpeningFeeMinor: bigint;
  readonly deposits: readonly ExampleCharge[];
  readonly withdrawals: readonly ExampleCharge[];
}

/** The amounts that a preview is told for: 100.00 and 1,000.00. */
const EXAMPLES_MINOR = [10_000n, 100_000n];

/** What customers pay under a version of the fees, by examples. */
export function exampleTerms(fees: Fees): ExampleTerms {
  const charges = (basisPoints: number) =>
    EXAMPLES_MINOR.map((amountMinor) => {
      const feeMinor = feeOf(amountMinor, basisPoints);
      return { amountMinor, feeMinor, totalMinor: amountMinor + feeMinor };
    });
  return {
    cardOpeningFeeMinor: fees.cardOpeningFeeMinor,
    deposits: charges(fees.cardDepositBasisPoints),
    withdrawals: charges(fees.withdrawalBasisPoints),
  };
}
