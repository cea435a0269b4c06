// canary: floating-money
export const read = (feeMinor: bigint) => Number(feeMinor);
