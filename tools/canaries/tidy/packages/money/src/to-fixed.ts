// canary: floating-money
export const show = (amount: number) => amount.toFixed(2);
