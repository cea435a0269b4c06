// canary: TS2365
export const total = (amountMinor: bigint) => amountMinor + 1;
