import type { FeesInput, SegmentInput } from "@tessera/contract/back-office/program.schemas";

/** Builds a card product that can be added. `over` overrides some of its fields. */
export function segmentInput(over: Partial<SegmentInput> = {}): SegmentInput {
  return {
    network: "visa",
    bin: "411122",
    type: "standard",
    currency: "USD",
    names: { en: "Books", "zh-CN": "图书", "zh-TW": "圖書" },
    limits: { perTransaction: "100.00", daily: "200.00", monthly: "1000.00" },
    openingFee: null,
    depositFeeBasisPoints: null,
    open: true,
    ...over,
  };
}

/** Builds a set of higher fees that take effect at a given time. */
export function feesInput(effectiveFrom: Date, over: Partial<FeesInput> = {}): FeesInput {
  return {
    cardOpeningFees: { USD: "2.00", CNY: "14.00", EUR: "1.70" },
    cardDepositBasisPoints: 400,
    withdrawalBasisPoints: 150,
    effectiveFrom: effectiveFrom.toISOString(),
    ...over,
  };
}
